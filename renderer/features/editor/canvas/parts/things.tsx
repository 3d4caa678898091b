// Nodes and notes in the document: those that the core has chosen, not the whole model.
import type { ReactNode } from 'react';
import type { CanvasModel } from '../canvas-model.ts';
import { connectionsOf } from '../connections.ts';
import { useCore } from '../core-context.ts';
import { NodeBox } from './node-box.tsx';
import { NoteBox } from './note-box.tsx';
import { useValue } from '../stores.ts';
import type { Detail } from '../geometry/virtualisation.ts';

export interface ThingsProps {
  readonly model: CanvasModel;
  readonly isReadOnly: boolean;
}

/** Returns the tab stop of the canvas: the element that was focused last, otherwise the first. */
function entryOf(mounted: ReadonlyMap<string, Detail>, focused: string | undefined): string | undefined {
  if (focused !== undefined && mounted.has(focused)) return focused;
  const [first] = mounted.keys();
  return first;
}

export function Things({ model, isReadOnly }: ThingsProps): ReactNode {
  const core = useCore();
  const mounted = useValue(core.mounted);
  const entry = entryOf(mounted, useValue(core.focused));
  const connections = connectionsOf(model.edges);
  return [...mounted].map(([id, detail]) => {
    const note = model.notes.get(id);
    if (note !== undefined) return <NoteBox key={id} note={note} isReadOnly={isReadOnly} isEntry={id === entry} />;
    const node = model.nodes.get(id);
    if (node === undefined) return null;
    return (
      <NodeBox
        key={id}
        node={node}
        detail={detail}
        freeOutputs={connections.freeOutputs(node)}
        freeInputs={connections.freeInputs(node)}
        {...connections.countsOf(id)}
        isReadOnly={isReadOnly}
        isEntry={id === entry}
      />
    );
  });
}
