// Lays out the selection, or the whole workflow.
import { Workflow } from 'lucide-react';
import { change } from '../actions/change.ts';
import { moveNodes } from '../document/operations.ts';
import { tidyUp } from '../document/tidy-up.ts';
import { nodeSizes } from '../view/node-size.ts';
import { isEditing, type Command } from './command.ts';

export const tidyUpCommand: Command = {
  id: 'tidyUp',
  icon: Workflow,
  group: 'nodes',
  keys: ['Shift+Alt+T'],
  isEnabled: (context) => isEditing(context) && context.editor().history.present.nodes.length > 0,
  run: (context) => {
    change(context, 'tidyUp', (file) =>
      moveNodes(
        file,
        tidyUp(file, context.editor().selection.length > 1 ? context.editor().selection : [], nodeSizes(file, context.types())),
      ),
    );
    context.canvas()?.zoomToFit();
  },
};
