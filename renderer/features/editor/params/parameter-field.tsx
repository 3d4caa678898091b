// A parameter: label row, input or expression, hint and issues. Data can be dropped on it.
import './params.css';
import { memo, useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { mayBeInexact } from '../../../../engine/contract/exact-numbers.ts';
import { plainValue, takeFrom } from '../../../../engine/contract/exact-values.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { fixedText, isMarkedText } from '../../../../engine/workflow/values/fixed-text.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { requiredMessage } from '../../../../engine/workflow/issues/parameter-issues.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { ExpressionInput, type Opening } from '../expression/index.ts';
import {
  DropPreview,
  mappedValue,
  MappingHint,
  registerTarget,
  targetPassed,
  targetUsed,
  useIsDragging,
  useIsDropTarget,
} from '../mapping/index.ts';
import { asStep, takenAt, useLatestOpenNode, useOpenNode, type OpenNode, type FieldAction, type FieldActions } from '../open-node/index.ts';
import { caretIn, fixedOf, hasLiteralCode } from './entered-text.ts';
import { MultipleValues } from './collections/multiple-values.tsx';
import { kindOf } from './input-types.ts';
import { LabelRow } from './label-row.tsx';
import { locatorOf } from './locator/locator.ts';
import { isRemote } from './options/use-remote-options.ts';
import { FieldContext, type ParameterFieldProps } from './parameter-input.tsx';
import { idOfPath } from './parameter-path.ts';
import { isExpressionValue, isLocatorType, plainOf, toExpression, toFixed } from './value-switch.ts';

/** Rendered only if its props or the members that it reads of the open node change, so that a key in one field does not render the others. */
const FormField = memo(function FormField(props: ParameterFieldProps): ReactNode {
  const { property } = props;
  const isList = property.typeOptions?.multipleValues === true && (kindOf(property).frame === 'field' || property.type === 'collection');
  if (isList) return <MultipleValues {...props} />;
  return <SingleField {...props} />;
});

function SingleField(props: ParameterFieldProps): ReactNode {
  const { property, path, isDisabled, isCompact = false, onChange: onOwnChange, onRemove, note, problem } = props;
  const latestNode = useLatestOpenNode();
  const value = withDigits(props.value, latestNode, path, property);
  const unique = useId();
  const id = `${idOfPath(path)}-${unique}`;
  const { frame, Input } = kindOf(property);
  const write = useCallback(
    (next: unknown) => (onOwnChange === undefined ? latestNode().setParameter(path, next) : onOwnChange(next)),
    [onOwnChange, latestNode, path],
  );
  const issues = useShownIssues(property, path, props.value, problem);
  const actions: FieldActions = useRef({});
  useFocusOfFixed(id, isExpressionValue(value));
  const mode = useFieldMode(property, value, frame, write);
  const { isExpression, takesExpression, text, opens } = mode;
  const offers = offeredActions(property, value, isExpression);
  const latest = useRef<Partial<RowActions>>({});
  const [rowActions] = useState(() => stableActions(latest));
  const canDrop = takesExpression && !isDisabled;
  const drop = useDropTarget(path, canDrop, property, value, write);
  if (frame === 'bare') {
    return (
      <>
        <Input
          {...{ property, path, value, isDisabled, id }}
          onChange={write}
          isInvalid={issues.visibleOptions.length > 0}
          onBlur={issues.onBlur}
        />
        <IssueLines id={id} issues={issues.visibleOptions} />
      </>
    );
  }
  latest.current = { onToggle: mode.toggle, onReset: () => write(property.default), onRemove };
  const input = { property, path, id, isDisabled, isInvalid: issues.visibleOptions.length > 0, onBlur: issues.onBlur, opens, actions };
  const described = withDescription(input, property, issues.visibleOptions);
  return (
    <div className="param" data-type={property.type} data-frame={frame} data-compact={isCompact} {...drop.attributes} {...drop.handlers}>
      <LabelRow
        {...{ property, id, isDisabled, isCompact, isExpression, takesExpression }}
        {...rowActions}
        offers={offers}
        actions={actions}
        onRemove={onRemove === undefined ? undefined : rowActions.onRemove}
        note={note}
      />
      {isExpression && !isLocatorType(property) ? (
        <ExpressionInput {...described} text={text} onText={mode.onChange} />
      ) : (
        <Input {...described} value={value} onChange={mode.onChange} />
      )}
      {canDrop && hasLiteralCode(plainOf(value)) ? <LiteralCode name={property.displayName} onEvaluate={mode.evaluateLiteral} /> : null}
      <Hint id={id} hint={property.hint} />
      <IssueLines id={id} issues={issues.visibleOptions} />
      {drop.isOver ? <DropPreview property={property} value={value} /> : null}
      <MappingHint isActive={drop.hasFocus && canDrop && isBlank(value)} />
    </div>
  );
}

/** Whether the field contains an expression, and how it becomes one or becomes fixed again. */
function useFieldMode(property: NodeProperty, value: unknown, frame: string, write: (value: unknown) => void) {
  const latestNode = useLatestOpenNode();
  const [opens, setOpens] = useState<Opening>();
  // Begins with `=`, and was being written as an expression when it did.
  const [isWritten, setWritten] = useState(false);
  const isExpression = isExpressionFor(property, value, frame, isWritten);
  const takesExpression = frame === 'field' && property.noDataExpression !== true;
  const stored = frame === 'bare' ? '' : displayText(plainOf(value) ?? '');
  const expression = isExpression ? stored : '';
  const onChange = (next: unknown): void => {
    setWritten(isExpression);
    if (!takesExpression || isExpression || !isExpressionValue(next)) return write(next);
    // What was entered has turned the value into an expression, which takes the focus. Undo returns it as fixed text.
    const typedText = String(plainOf(next));
    const entered = fixedOf(typedText);
    if (entered !== undefined) write(isRecord(next) ? { ...next, value: entered } : entered);
    setOpens({ caret: caretIn(fixedText(stored), typedText) });
    asStep('expression', () => write(next));
  };
  const toggle = (mode: 'fixed' | 'expression'): void => {
    setWritten(mode === 'expression');
    setOpens(mode === 'expression' ? 'soon' : undefined);
    write(mode === 'expression' ? toExpression(value, property) : toFixed(value, latestNode().evaluate(expression), property));
  };
  const evaluateLiteral = (): void => {
    setOpens({ caret: stored.length });
    asStep('expression', () => write(toExpression(value, property)));
  };
  return { isExpression, takesExpression, text: expression, opens, onChange, toggle, evaluateLiteral };
}

/** Returns an ExactNumber for a parameter or default that has more digits than its number. */
function withDigits(value: unknown, latest: () => OpenNode, path: string, property: NodeProperty): unknown {
  if (!mayBeInexact(value)) return value;
  const exactValue = takenAt(latest().node.parameters ?? {}, path) ?? takeFrom(property, 'default');
  return plainValue(exactValue) === value ? exactValue : value;
}

interface RowActions {
  readonly onToggle: (mode: 'fixed' | 'expression') => void;
  readonly onReset: () => void;
  readonly onRemove: (() => void) | undefined;
}

/** Returns actions whose identity never changes; each calls its latest version. */
const stableActions = (latest: RefObject<Partial<RowActions>>): RowActions => ({
  onToggle: (mode) => latest.current.onToggle?.(mode),
  onReset: () => latest.current.onReset?.(),
  onRemove: () => latest.current.onRemove?.(),
});

/** After undo has turned an expression into a fixed value, the focus moves there, which would be lost with the expression's field. */
function useFocusOfFixed(id: string, isExpression: boolean): void {
  const wasExpression = useRef(isExpression);
  useEffect(() => {
    const isBack = wasExpression.current && !isExpression;
    wasExpression.current = isExpression;
    const isLost = document.activeElement === null || document.activeElement.matches('body, [role="dialog"]');
    if (isBack && isLost) document.getElementById(id)?.focus();
  }, [id, isExpression]);
}

/** Texts of properties without expressions may start with `=`. */
const isExpressionFor = (property: NodeProperty, value: unknown, frame: string, isWritten: boolean): boolean =>
  frame !== 'bare' &&
  (isExpressionValue(value) || (isWritten && isMarkedText(plainOf(value)))) &&
  (property.noDataExpression !== true || displayText(value).includes('{{'));

function withDescription<T extends { readonly id: string }>(
  input: T,
  { hint }: NodeProperty,
  issues: readonly string[],
): T & { readonly describedBy?: string } {
  const ids = [hint === undefined ? '' : `${input.id}-hint`, issues.length > 0 ? `${input.id}-issues` : ''].filter(Boolean).join(' ');
  return ids === '' ? input : { ...input, describedBy: ids };
}

/** Says that code in a fixed text is not evaluated, since it usually should be. */
function LiteralCode({ name, onEvaluate }: { readonly name: string; readonly onEvaluate: () => void }): ReactNode {
  const { t } = useTranslation('params');
  return (
    <div className="param-literal" role="note">
      <span>{t('literal.text')}</span>
      <Button kind="quiet" size="small" aria-label={t('literal.evaluateNamed', { name })} onClick={onEvaluate}>
        {t('literal.evaluate')}
      </Button>
    </div>
  );
}

const isBlank = (value: unknown): boolean => {
  const plain = plainOf(value);
  return plain === undefined || plain === null || plain === '';
};

interface ShownIssues {
  readonly visibleOptions: readonly string[];
  readonly onBlur: () => void;
}

/** Returns the issues to show: those of stored values immediately, missing values after the field loses the focus. */
function useShownIssues(property: NodeProperty, path: string, value: unknown, problem: string | undefined): ShownIssues {
  const { t } = useTranslation('params');
  const { issues, isForced, isNew } = useOpenNode();
  const [isTouched, setTouched] = useState(false);
  const [initialValue] = useState(value);
  const onBlur = useCallback(() => setTouched(true), []);
  const isVisible = isTouched || isForced || (!isNew && value === initialValue && !isBlank(value));
  const own = problem === undefined ? none : [problem];
  // The message is shown next to its field, so it does not repeat the label.
  const messages = issues?.parameters?.[path]?.map((issue) => (issue === requiredMessage(property) ? t('required') : issue));
  return { visibleOptions: isVisible ? (messages ?? own) : none, onBlur };
}

const none: readonly string[] = [];

function Hint({ id, hint }: { readonly id: string; readonly hint: string | undefined }): ReactNode {
  if (hint === undefined) return null;
  return (
    <div className="param-hint" id={`${id}-hint`}>
      <SafeHtml html={hint} />
    </div>
  );
}

function IssueLines({ id, issues }: { readonly id: string; readonly issues: readonly string[] }): ReactNode {
  if (issues.length === 0) return null;
  return (
    <div className="param-issues" id={`${id}-issues`} role="alert">
      {issues.map((issue) => (
        <div key={issue}>{issue}</div>
      ))}
    </div>
  );
}

interface Drop {
  readonly isOver: boolean;
  readonly hasFocus: boolean;
  /** Event handlers that record the last used field. */
  readonly handlers: object;
  readonly attributes: object;
}

function useDropTarget(path: string, canDrop: boolean, property: NodeProperty, value: unknown, onChange: (value: unknown) => void): Drop {
  useEffect(
    () =>
      canDrop
        ? registerTarget(path, ({ code }, place) => asStep('mapping', () => onChange(mappedValue(value, property, code, place))))
        : undefined,
    [path, canDrop, property, value, onChange],
  );
  const isDragging = useIsDragging();
  const isOver = useIsDropTarget(path) && canDrop;
  const [hasFocus, setFocus] = useState(false);
  const handlers = {
    onFocus: () => {
      setFocus(true);
      if (canDrop) targetPassed(path);
    },
    onPointerDown: canDrop ? () => targetUsed(path) : undefined,
    onKeyDown: canDrop ? ({ key }: KeyboardEvent) => (key === 'Tab' || key === 'Shift' ? undefined : targetUsed(path)) : undefined,
    onBlur: () => setFocus(false),
  };
  return {
    isOver,
    hasFocus,
    handlers,
    attributes: canDrop ? { 'data-drop-path': path, 'data-droppable': isDragging, 'data-over': isOver } : {},
  };
}

export function ParameterForm({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <FieldContext value={FormField}>
      <div className="params">{children}</div>
    </FieldContext>
  );
}

const choices = ['options', 'multiOptions'];
// The same lists each time, so that the label row is not rendered with every key.
const enlarge: readonly FieldAction[] = ['enlarge'];
const refresh: readonly FieldAction[] = ['refresh'];
const noActions: readonly FieldAction[] = [];

/** Returns the additional actions in the field's menu: loaded lists can be refreshed, multi-line texts enlarged. */
export function offeredActions(property: NodeProperty, value: unknown, isExpression: boolean): readonly FieldAction[] {
  const { type, typeOptions = {} } = property;
  if (isExpression) return enlarge;
  if (isLocatorType(property)) return locatorOf(value, property).mode === 'list' ? refresh : noActions;
  if (choices.includes(type) && isRemote(property)) return refresh;
  const isCode = type === 'json' || type === 'code' || (type === 'string' && typeOptions.editor !== undefined);
  const isArea = type === 'string' && ((typeOptions.rows ?? 1) > 1 || typeOptions['alwaysOpenEditWindow'] === true);
  return isCode || isArea ? enlarge : noActions;
}
