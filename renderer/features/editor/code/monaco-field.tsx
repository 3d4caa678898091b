// A controlled Monaco editor.
import { useEffect, useRef, useState, type ReactNode } from 'react';
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
  const { t } = useTranslation('params');
  const { label, language, value, isReadOnly = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const instance = useRef<Instance>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const isOwnChange = useRef(false);
  const [echoes] = useState(() => new Echoes());

  useEffect(() => {
    if (container.current === null) return;
    const { id, data } = latest.current;
    const codeEditor = editor.create(container.current, {
      ...options,
      value: latest.current.value,
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
    const end = data === undefined || model === null ? undefined : offerData(model.uri.toString(), data);
    codeEditor.onDidChangeModelContent(() => {
      if (isOwnChange.current) return;
      const text = codeEditor.getValue();
      echoes.reported(text);
      latest.current.onChange(text);
    });
    codeEditor.onDidBlurEditorText(() => {
      echoes.clear();
      latest.current.onBlur?.();
    });
    closeWidgetsFirst(codeEditor, container.current);
    const input = container.current.querySelector('textarea, .native-edit-context');
    input?.setAttribute('id', id);
    return () => {
      end?.();
      // Disposes the model too; the editor must not outlive its model.
      codeEditor.dispose();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- created once per language
  }, [language]);

  useEffect(() => instance.current?.updateOptions({ readOnly: isReadOnly }), [isReadOnly]);

  useEffect(() => {
    const codeEditor = instance.current;
    if (codeEditor === undefined) return;
    // What was typed here returns as a value, perhaps after more was typed.
    if (echoes.isEcho(value) || codeEditor.getValue() === value) return;
    echoes.clear();
    isOwnChange.current = true;
    replaceText(codeEditor, value);
    isOwnChange.current = false;
  }, [value, echoes]);

  return <div ref={container} className="code-place" />;
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
