// Opening a template begins a new workflow that says which one it is made from (spec 1 §2).
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';

export function TemplateImport(): ReactNode {
  const { id = '' } = useParams();
  return <Navigate to={`/workflow?${new URLSearchParams({ templateId: id }).toString()}`} replace />;
}
