// The open workflow: header, canvas, and the panels beside it.
import { lazy, memo, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { importFile } from '../actions/clipboard.ts';
import type { CanvasIntent } from '../canvas/index.ts';
import { Header } from '../header/header.tsx';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { useTemplate } from '../template/use-template.ts';
import { CommandMenu } from './command-menu.tsx';
import { Creator } from './creator.tsx';
import { EditorDialogs } from './dialogs.tsx';
import { EmptyCanvas } from './empty-canvas.tsx';
import { FindPanel } from './find-panel.tsx';
import { MissingPackages } from './missing-packages.tsx';
import { OpenNode, useFocusAfterNode, useNodeOpenedEvent } from './open-node.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { PaletteAndShortcuts } from './palette-and-shortcuts.tsx';
import { RunBanner } from './run-banner.tsx';
import { RunBar } from './run-bar.tsx';
import { StageTools } from './stage-tools.tsx';
import { Stage } from './stage.tsx';
import { useDemoMessages } from './use-demo-messages.ts';
import { useDesktop } from './use-desktop.ts';
import { useFollowedExecution } from './use-followed-execution.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useMissingTypes } from './use-missing-types.ts';
import { useRunNotices } from './use-run-notices.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

// Loaded when it is first opened.
const ChatPanel = lazy(async () => ({ default: (await import('../chat/index.ts')).ChatPanel }));

const ConsolePanel = lazy(async () => ({ default: (await import('../console/index.ts')).ConsolePanel }));

const TemplateForm = lazy(async () => ({ default: (await import('../template/template-form.tsx')).TemplateForm }));

export interface WorkspaceProps {
  readonly types: TypeLookup;
  /** Identifies the opening of the workflow; undefined until it is loaded. */
  readonly opened: string | undefined;
}

/** What follows the workflow without showing anything. Rendered beside the screen, which would otherwise be rendered with every typed key. */
function Followers({ types, opened }: WorkspaceProps): ReactNode {
  const { context } = useEditor();
  const { open } = usePanels();
  useUnsavedChanges(context);
  useRunNotices(context, open.chat > 0);
  useDemoMessages(context);
  useDesktop(context, opened);
  useFocusAfterNode(context);
  useNodeOpenedEvent();
  useMissingTypes(types);
  useFollowedExecution(context);
  return null;
}

/** The chat, if the workflow has a trigger for it. */
export function Chat(): ReactNode {
  const { open, setOpen } = usePanels();
  const trigger = useEditorState((state) => (state.mode === 'edit' ? chatTriggerOf(state.history.present.nodes) : undefined));
  if (open.chat === 0 || trigger === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ChatPanel trigger={trigger} openCount={open.chat} onClose={() => setOpen({ chat: 0 })} />
    </Suspense>
  );
}

/** What code has written, below the canvas. */
export function Console(): ReactNode {
  const { open, setOpen } = usePanels();
  const isEditing = useEditorState((state) => state.mode === 'edit');
  if (!open.hasConsole || !isEditing) return null;
  return (
    <Suspense fallback={null}>
      <ConsolePanel onClose={() => setOpen({ hasConsole: false })} />
    </Suspense>
  );
}

/** The form that asks for what a template needs, after it was opened. */
function TemplateStart({ opened }: Pick<WorkspaceProps, 'opened'>): ReactNode {
  const { template, close } = useTemplate(useEditor().context, opened);
  if (template === undefined) return null;
  return (
    <Suspense fallback={null}>
      <TemplateForm template={template} onClose={close} />
    </Suspense>
  );
}

/** Keyboard shortcuts, with announcements of their effect. */
function Keyboard(): ReactNode {
  const announcement = useKeyboard(useEditor().context);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  );
}

/** The browser's file dialog, for the file to import. */
function FileInput(): ReactNode {
  const { t } = useTranslation('editor');
  const { context, fileInput } = useEditor();
  return (
    <input
      ref={fileInput}
      type="file"
      accept=".json,.millrace,application/json"
      hidden
      aria-label={t('commands.importFile')}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file !== undefined) void importFile(context, file);
        event.currentTarget.value = '';
      }}
    />
  );
}

/** Rendered again only if its own state changes. */
export const Workspace = memo(function Workspace({ types, opened }: WorkspaceProps): ReactNode {
  const { t } = useTranslation('editor');
  const { open } = usePanels();
  const name = useEditorState((state) => state.history.present.name ?? '');
  const [menu, setMenu] = useState<Extract<CanvasIntent, { type: 'menu' }>>();
  return (
    <main className="editor">
      <Followers types={types} opened={opened} />
      <h1 className="visually-hidden">{t('heading', { name })}</h1>
      <Keyboard />
      <Header />
      <div className="editor-stage">
        {open.hasOutline ? <OutlinePanel types={types} /> : null}
        <div className="editor-canvas">
          <RunBanner />
          <MissingPackages types={types} />
          <div className="editor-view">
            {opened !== undefined ? <Stage types={types} onMenu={setMenu} /> : null}
            {opened !== undefined ? <EmptyCanvas /> : null}
            <StageTools />
            <FindPanel types={types} />
            <RunBar />
          </div>
          <OpenNode types={types} />
        </div>
        <Creator types={types} />
      </div>
      <Chat />
      <Console />
      <CommandMenu menu={menu} onClose={() => setMenu(undefined)} />
      <PaletteAndShortcuts />
      <EditorDialogs />
      <TemplateStart opened={opened} />
      <FileInput />
    </main>
  );
});
