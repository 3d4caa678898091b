// The command palette and the list of keyboard shortcuts.
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { labelKey } from '../commands/command.ts';
import { commands, type CommandGroup } from '../commands/index.ts';
import { CommandPalette } from '../palette/command-palette.tsx';
import { commandGroups, shortcutGroups } from '../shortcuts/shortcut-groups.ts';
import { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { RunPlanLines } from '../runs/run-plan-note.tsx';
import { planView } from '../runs/run-question.ts';
import { useEditorState, useRunState } from '../state/slices.ts';

/** Returns the preview for commands that run nodes. */
function previewOf(id: string): (() => ReactNode) | undefined {
  if (id === 'run') return () => <RunPreview key={id} />;
  return id === 'runToNode' ? () => <RunPreview key={id} upToChosen /> : undefined;
}

export function PaletteAndShortcuts(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  // Which commands are enabled follows the run while they are shown.
  useRunState((state) => (open.hasPalette ? state.status : undefined));
  const of = (group: CommandGroup) => commands.filter((command) => command.group === group);
  return (
    <>
      <CommandPalette
        isOpen={open.hasPalette}
        onClose={() => setOpen({ hasPalette: false })}
        sections={commandGroups.map((group) => ({
          id: group,
          label: t(`groups.${group}`),
          entries: of(group).map((command) => ({
            id: command.id,
            label: t(labelKey(command, context)),
            icon: <Icon of={command.icon} />,
            keywords: t(`keywords.${command.id}`).split(', '),
            shortcut: command.keys?.[0],
            isDisabled: command.isEnabled?.(context) === false,
            onSelect: () => void command.run(context),
            preview: previewOf(command.id),
          })),
        }))}
      />
      <ShortcutsDialog isOpen={open.hasShortcuts} onClose={() => setOpen({ hasShortcuts: false })} groups={shortcutGroups(t)} />
    </>
  );
}

/** `upToChosen`: the run ends at the selected node. */
function RunPreview({ upToChosen = false }: { readonly upToChosen?: boolean }): ReactNode {
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const chosen = useEditorState((state) => state.selection[0]);
  const start = useEditorState((state) => state.startTrigger);
  const run = useRunState((state) => state);
  const destination = upToChosen ? chosen : undefined;
  const plan = useMemo(() => planView(workflow, context.types(), run, destination, start), [workflow, context, run, destination, start]);
  useEffect(() => {
    context.ui.considerRun(destination === undefined ? {} : { destination });
    return () => context.ui.considerRun();
  }, [context, destination]);
  return (
    <div className="run-plan-lines">
      <RunPlanLines plan={plan} />
    </div>
  );
}
