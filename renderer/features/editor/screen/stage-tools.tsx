// The tools at the upper right of the canvas: add, find, console, undo, redo and tidy up.
import { List, Plus, Search, SquareTerminal, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { afterSelection } from '../actions/add-node.ts';
import { addNote } from '../actions/add-note.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/index.ts';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

const withButtons = ['undo', 'redo', 'tidyUp'].flatMap((id) => commands.find((command) => command.id === id) ?? []);

export function StageTools(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const isEditing = useEditorState((state) => state.mode === 'edit');
  return (
    <div className="editor-tools" role="group" aria-label={t('tools.label')}>
      {isEditing ? (
        <>
          <IconButton
            kind="normal"
            label={t('tools.add')}
            shortcut="Tab"
            side="left"
            onClick={() => context.ui.openCreator(afterSelection(context))}
          >
            <Icon of={Plus} />
          </IconButton>
          <IconButton kind="normal" label={t('tools.note')} shortcut="Shift+S" side="left" onClick={() => addNote(context)}>
            <Icon of={StickyNote} />
          </IconButton>
        </>
      ) : null}
      <IconButton kind="normal" label={t('tools.find')} shortcut="Ctrl+F" side="left" onClick={() => context.ui.openFind()}>
        <Icon of={Search} />
      </IconButton>
      <IconButton kind="normal" label={t('tools.outline')} shortcut="Shift+O" side="left" onClick={() => context.ui.toggleOutline()}>
        <Icon of={List} />
      </IconButton>
      {isEditing ? <ConsoleButton /> : null}
      {isEditing ? (
        <div className="editor-tools-group">
          {withButtons.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Opens the console; while it is closed, a badge shows how many lines it has. */
function ConsoleButton(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { open } = usePanels();
  const count = useRunState((state) => (open.hasConsole ? 0 : state.console.length));
  return (
    <span className="editor-tools-counted">
      <IconButton
        kind="normal"
        label={count === 0 ? t('tools.console') : t('tools.consoleCount', { count })}
        shortcut="Shift+L"
        side="left"
        aria-expanded={open.hasConsole}
        onClick={() => context.ui.toggleConsole()}
      >
        <Icon of={SquareTerminal} />
      </IconButton>
      {count === 0 ? null : (
        <b className="editor-tools-count" aria-hidden>
          {count > 99 ? '99+' : count}
        </b>
      )}
    </span>
  );
}

function CommandButton({ command }: { readonly command: Command }): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  // Rerenders on changes of the state that the command reads.
  const isEnabled = useEditorState(() => command.isEnabled?.(context) !== false);
  return (
    <IconButton
      kind="normal"
      label={t(`commands.${command.id}`)}
      shortcut={command.keys?.[0]}
      side="left"
      disabled={!isEnabled}
      onClick={() => void command.run(context)}
    >
      <Icon of={command.icon} />
    </IconButton>
  );
}
