// JSON and code in the code editor.
import { Maximize2 } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stringifyExactly } from '../../../../../engine/contract/exact-numbers.ts';
import { fixedText } from '../../../../../engine/workflow/values/fixed-text.ts';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/floating/dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { CodeEditor, type CodeLanguage } from '../../code/index.ts';
import { useFieldAction, useOpenNode } from '../../open-node/index.ts';
import { enteredText, literalText } from '../entered-text.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { useDialog } from '../../../../ui/floating/focus.ts';

/** Languages by the `editor` option; Code nodes have a parameter for the language. */
function languageOf({ property }: Pick<ParameterInputProps, 'property'>, parameters: object): CodeLanguage {
  const { editor, editorLanguage } = property.typeOptions ?? {};
  if (property.type === 'json' || editor === 'jsonEditor' || editorLanguage === 'json') return 'json';
  if (editor === 'htmlEditor' || editorLanguage === 'html') return 'html';
  if (editor === 'sqlEditor' || editorLanguage === 'sql') return 'sql';
  if (editor === 'cssEditor') return 'css';
  const chosen = editor === 'codeNodeEditor' ? ownValue(parameters, 'language') : editorLanguage;
  return typeof chosen === 'string' && chosen.startsWith('python') ? 'python' : 'javascript';
}

export function CodeInput(props: ParameterInputProps): ReactNode {
  const { property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur, actions } = props;
  const { t } = useTranslation('params');
  const { parameters, scope, parents } = useOpenNode();
  const latest = useRef({ scope, parents });
  latest.current = { scope, parents };
  // Keeps its identity; its getters return current values.
  const data = useMemo(() => ({ scope: () => latest.current.scope(), nodes: () => latest.current.parents.map(({ name }) => name) }), []);
  const { isOpen, button, open, close } = useDialog();
  useFieldAction(actions, 'enlarge', open);
  const code = typeof value === 'string' ? fixedText(value) : value === undefined || value === null ? '' : stringifyExactly(value, 2);
  const language = languageOf({ property }, parameters);
  // Double braces have a meaning of their own in programs.
  const isTemplate = property.noDataExpression !== true && language !== 'javascript' && language !== 'python';
  const enter = (next: string): void => onChange(isTemplate ? enteredText(code, next) : literalText(property, next));
  const common = { label: property.displayName, language, value: code, onChange: enter, isReadOnly: isDisabled, data };
  const rows = property.typeOptions?.rows ?? (property.typeOptions?.editor === 'codeNodeEditor' ? 18 : 5);
  return (
    <div className="param-area">
      <CodeEditor
        {...common}
        id={id}
        isInvalid={isInvalid}
        rows={rows}
        onBlur={onBlur}
        {...(describedBy === undefined ? {} : { describedBy })}
      />
      <IconButton ref={button} label={t('actions.enlarge')} size="small" tabIndex={-1} onClick={open}>
        <Icon of={Maximize2} size={13} />
      </IconButton>
      {isOpen ? (
        <Dialog title={property.displayName} isOpen width="80vw" onClose={close}>
          <div data-edits-node="">
            <CodeEditor {...common} id={`${id}-large`} rows={26} />
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
