// A controlled Monaco editor.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Echoes } from '../../../lib/echoes.ts';
import type { CodeEditorProps } from './code-editor-props.ts';
import { registerCodePlace } from './code-places.ts';
import { offerData } from './completion.ts';
import { editor } from './monaco.ts';

type Instance = ReturnType<typeof editor.create>;

const options = {
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  fontFamily: "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace",
  fontSize: 12,
  lineHeight: 19,
  lineNumbersMinChars: 2,
  lineDecorationsWidth: 6,
  glyphMargin: false,
  folding: true,
  tabSize: 2,
  padding: { top: 6, bottom: 6 },
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 9, horizontalScrollbarSize: 9 },
  fixedOverflowWidgets: true,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, comments: false, strings: true },
  contextmenu: true,
} as const;

export function MonacoField(props: CodeEditorProps): ReactNode {
  const { value, isReadOnly = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const isOwnChange = useRef(false);
  const [echoes] = useState(() => new Echoes());
  const instance = useInstance(container, props, {
    onChange: (text) => {
      if (isOwnChange.current) return;
      echoes.reported(text);
      props.onChange(text);
    },
    onBlur: () => {
      echoes.clear();
      props.onBlur?.();
    },
  });

  useEffect(() => instance.current?.updateOptions({ readOnly: isReadOnly }), [instance, isReadOnly]);

  useEffect(() => {
    const codeEditor = instance.current;
    if (codeEditor === undefined) return;
    // What was typed here returns as a value, perhaps after more was typed.
    if (echoes.isEcho(value) || codeEditor.getValue() === value) return;
    echoes.clear();
    isOwnChange.current = true;
    replaceText(codeEditor, value);
    isOwnChange.current = false;
  }, [instance, value, echoes]);

  return <div ref={container} className="code-place" />;
}

interface EditorListeners {
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
}

/** Creates an editor in the container for each language. */
function useInstance(
  container: RefObject<HTMLDivElement | null>,
  props: CodeEditorProps,
  listeners: EditorListeners,
): RefObject<Instance | undefined> {
  const { t } = useTranslation('params');
  const instance = useRef<Instance>(undefined);
  const latest = useRef(listeners);
  latest.current = listeners;
  useEffect(() => {
    if (container.current === null) return;
    const { id, data, label, language, value, isReadOnly = false } = props;
    const codeEditor = editor.create(container.current, {
      ...options,
      value,
      language,
      readOnly: isReadOnly,
      ariaLabel: t('codeLabel', { name: label }),
    });
    instance.current = codeEditor;
    const model = codeEditor.getModel();
    registerCodePlace(container.current, (x, y) => {
      const position = codeEditor.getTargetAtClientPoint(x, y)?.position;
      return position === null || position === undefined ? undefined : model?.getOffsetAt(position);
    });
    const endCompletion = data === undefined || model === null ? undefined : offerData(model.uri.toString(), data);
    codeEditor.onDidChangeModelContent(() => latest.current.onChange(codeEditor.getValue()));
    codeEditor.onDidBlurEditorText(() => latest.current.onBlur());
    closeWidgetsFirst(codeEditor, container.current);
    container.current.querySelector('textarea, .native-edit-context')?.setAttribute('id', id);
    return () => {
      endCompletion?.();
      // Disposes the model too; the editor must not outlive its model.
      codeEditor.dispose();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- created once per language
  }, [props.language]);
  return instance;
}

/** Replaces the text as an edit, so that it can be undone. */
function replaceText(instance: Instance, text: string): void {
  const model = instance.getModel();
  if (model !== null) instance.executeEdits('value', [{ range: model.getFullModelRange(), text }]);
  // A read-only editor rejects edits.
  if (instance.getValue() !== text) instance.setValue(text);
}

/** Escape first closes the widgets of the editor, then the node view. */
function closeWidgetsFirst(instance: Instance, container: HTMLElement): void {
  instance.onKeyDown((event) => {
    const isBusy = container.querySelector('.suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible') !== null;
    if (event.code === 'Escape' && isBusy) event.browserEvent.stopPropagation();
  });
}
