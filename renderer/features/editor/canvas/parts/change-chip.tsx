// Says how a node or note differs between two versions: a sign and a word above it. Its color is that of the outline.
import './change.css';
import type { ReactNode } from 'react';
import { changeSigns, type CanvasChange } from '../canvas-model.ts';

export function ChangeChip({ change }: { readonly change: CanvasChange | undefined }): ReactNode {
  if (change === undefined) return null;
  return (
    <span className="change-chip" data-change={change.kind}>
      <b aria-hidden>{changeSigns[change.kind]}</b>
      {change.text}
    </span>
  );
}
