// A new workflow from a template, and the form that asks for what it needs.
import { lazy, Suspense, type ReactNode } from 'react';
import { useEditor } from '../state/editor-context.tsx';
import { useTemplate } from './use-template.ts';

const TemplateForm = lazy(async () => ({ default: (await import('./template-form.tsx')).TemplateForm }));

/** `opened`: key of the navigation whose new workflow is open. */
export function TemplateStart({ opened }: { readonly opened: string | undefined }): ReactNode {
  const { template, close } = useTemplate(useEditor().context, opened);
  if (template === undefined) return null;
  return (
    <Suspense fallback={null}>
      <TemplateForm template={template} onClose={close} />
    </Suspense>
  );
}
