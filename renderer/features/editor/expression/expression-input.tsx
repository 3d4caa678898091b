// An expression that is edited in place, with its result for the chosen item.
import './expression.css';
import { Maximize2 } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFieldAction, useLatestOpenNode, useOpenNode, type FieldActions } from '../open-node/index.ts';
import { ExpressionDialog } from './expression-dialog.tsx';
import { ExpressionEditor } from './expression-editor.tsx';
import { ItemSwitcher, useItemKeys } from './item-switcher.tsx';
import { useResult } from './use-result.ts';

/** When a new expression takes the focus: immediately if it was typed, with the caret at this offset; after a delay if the user switched to it. */
export type Opening = { readonly caret: number } | 'soon';

export interface ExpressionInputProps {
  readonly property: NodeProperty;
  /** Path in the node's parameters, such as `options.timeout` or `values.rows[2].name`. */
  readonly path: string;
  /** The expression, with its leading `=`. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Whether the workflow is read-only or the property is disabled by its rules. */
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  /** Id of the control, for its label. */
  readonly id: string;
  /** Ids of the elements with hint and issues. */
  readonly describedBy?: string;
  /** Called when the field loses the focus. */
  readonly onBlur: () => void;
  /** Present if the value has just become an expression. */
  readonly opens?: Opening | undefined;
  /** Additional actions for the field's menu. */
  readonly actions?: FieldActions;
}

/** Delay for `soon`, in milliseconds. */
const OPENS_AFTER = 375;
/** Milliseconds without input after which the result is announced. */
const SETTLED = 500;

export function ExpressionInput(props: ExpressionInputProps): ReactNode {
  const { property, text, onText, isDisabled, isInvalid, id, describedBy, onBlur, opens, actions } = props;
  const { t } = useTranslation('expression');
  const { parents } = useOpenNode();
  const latestNode = useLatestOpenNode();
  const scope = useCallback(() => latestNode().scope(), [latestNode]);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLarge, setIsLarge] = useState(false);
  useFieldAction(actions, 'enlarge', () => setIsLarge(true));
  const settledText = useDeferredValue(text);
  const stepItem = useItemKeys();
  const nodes = useMemo(() => parents.map(({ name }) => name), [parents]);
  useOpening(field, opens);
  return (
    <div className="expression" onKeyDown={stepItem}>
      <div className="expression-field">
        <ExpressionEditor
          ref={field}
          id={id}
          code={text.slice(1)}
          onCode={(code) => onText(`=${code}`)}
          scope={scope}
          nodes={nodes}
          isReadOnly={isDisabled}
          isInvalid={isInvalid}
          describedBy={[describedBy, `${id}-result`].filter(Boolean).join(' ')}
          placeholder={t('placeholder')}
          onBlur={onBlur}
        />
        <IconButton
          label={t('enlarge', { name: property.displayName })}
          size="small"
          className="expression-enlarge"
          tabIndex={-1}
          onClick={() => setIsLarge(true)}
        >
          <Icon of={Maximize2} size={12} />
        </IconButton>
      </div>
      <ResultLine id={id} text={settledText} />
      {isLarge ? (
        <ExpressionDialog
          title={property.displayName}
          text={text}
          isReadOnly={isDisabled}
          onText={onText}
          onClose={() => {
            setIsLarge(false);
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      ) : null}
    </div>
  );
}

/** Moves the focus to a new expression. */
function useOpening(field: RefObject<HTMLTextAreaElement | null>, opens: Opening | undefined): void {
  useEffect(() => {
    if (opens === undefined) return undefined;
    const open = (): void => {
      const caret = opens === 'soon' ? field.current?.value.length : opens.caret;
      field.current?.focus();
      field.current?.setSelectionRange(caret ?? 0, caret ?? 0);
    };
    if (opens !== 'soon') return open();
    // Unless the user has moved to another field.
    const before = document.activeElement;
    const timer = setTimeout(() => (document.activeElement === before ? open() : undefined), OPENS_AFTER);
    return () => clearTimeout(timer);
  }, [field, opens]);
}

/** The only part of the field that is rendered with every change of the workflow. */
const ResultLine = memo(function ResultLine({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const result = useResult(text);
  return (
    <div className="expression-result" data-kind={result.kind}>
      <output id={`${id}-result`} htmlFor={id}>
        {result.text}
      </output>
      <ItemSwitcher />
      <Announced text={result.text} />
    </div>
  );
});

/** Announces a result to screen readers once it is stable. */
function Announced({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation('expression');
  const [announcement, setAnnouncement] = useState('');
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return;
    const timer = setTimeout(() => setAnnouncement(text.slice(0, 200)), SETTLED);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="visually-hidden" aria-live="polite">
      {announcement === '' ? '' : t('resultIs', { text: announcement })}
    </span>
  );
}
