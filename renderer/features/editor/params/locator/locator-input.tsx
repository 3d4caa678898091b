// A resource locator: a resource chosen from a list, by id or by URL.
import { isExpression } from '../../../../../engine/contract/json.ts';
import './locator.css';
import { Popover } from '@base-ui/react/popover';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { fixedText, storedText } from '../../../../../engine/workflow/values/fixed-text.ts';
import { workflowsApi } from '../../../../api/workflows.ts';
import { useAppDispatch } from '../../../../state/store.ts';
import { fold } from '../../../../lib/match-text.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { ExpressionInput } from '../../expression/index.ts';
import { useFieldAction, useOpenNode } from '../../open-node/index.ts';
import { enteredText } from '../entered-text.ts';
import { isExpressionValue } from '../value-switch.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { focusFirst, LocatorList, NewResource, SlowNotice } from './locator-list.tsx';
import { extractedValue, locatorOf, modesOf, openedAt, switchMode, withValue, type Locator, type LocatorMode } from './locator.ts';
import { useLocatorList, type LocatorResult } from './use-locator-list.ts';

export function LocatorInput(props: ParameterInputProps): ReactNode {
  const { property, value, onChange, isDisabled } = props;
  const { t } = useTranslation('params');
  const modes = modesOf(property);
  const locator = locatorOf(value, property);
  const mode = modes.find(({ name }) => name === locator.mode);
  const hasExpression = isExpressionValue(locator.value);
  const url = useUrl(locator, mode);
  const names: Readonly<Record<string, string>> = { list: t('locator.list'), id: t('locator.id'), url: t('locator.url') };
  return (
    <div className="locator">
      <div className="locator-row">
        {modes.length < 2 ? null : (
          <Select
            label={t('locator.mode', { name: property.displayName })}
            isLabelHidden
            value={locator.mode}
            isDisabled={isDisabled}
            // The list mode does not allow expressions.
            options={modes
              .filter(({ name }) => name !== 'list' || !hasExpression)
              .map(({ name, displayName }) => ({ value: name, label: names[name] ?? displayName }))}
            onChange={(next) =>
              onChange(
                property.type === 'workflowSelector' ? withCachedName(locator, switchMode(locator, next)) : switchMode(locator, next),
              )
            }
          />
        )}
        <LocatorValue {...props} locator={locator} mode={mode} hasExpression={hasExpression} />
        {url === undefined ? null : (
          <a
            className="button locator-open"
            data-shape="icon"
            data-kind="quiet"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('locator.open', { name: property.displayName })}
          >
            <Icon of={ExternalLink} size={14} />
          </a>
        )}
      </div>
      {mode?.hint === undefined ? null : (
        <div className="param-hint">
          <SafeHtml html={mode.hint} />
        </div>
      )}
    </div>
  );
}

interface LocatorValueProps extends ParameterInputProps {
  readonly locator: Locator;
  readonly mode: LocatorMode | undefined;
  readonly hasExpression: boolean;
}

function LocatorValue(props: LocatorValueProps): ReactNode {
  const { property, onChange, isDisabled, locator, mode, hasExpression } = props;
  const nameWorkflow = useWorkflowName(props, locator);
  const write = (text: string): void => onChange(withValue(locator, text, modesOf(property)));
  if (mode?.name === 'list' && !hasExpression) return <ListInput {...props} locator={locator} mode={mode} />;
  if (hasExpression) return <ExpressionInput {...props} text={String(locator.value)} onText={write} />;
  const locatorText = fixedText(String(locator.value));
  return (
    <input
      id={props.id}
      className="input"
      aria-invalid={props.isInvalid}
      aria-describedby={props.describedBy}
      aria-required={property.required}
      readOnly={isDisabled}
      placeholder={mode?.placeholder}
      value={locatorText}
      // Reading a locator does not remove a leading `=`, even if it allows no expressions.
      onChange={({ currentTarget: { value: next } }) =>
        write(property.noDataExpression === true ? storedText(next) : enteredText(locatorText, next))
      }
      onBlur={() => {
        props.onBlur();
        void nameWorkflow();
      }}
    />
  );
}

/** Keeps the stored name of a workflow while its id stays the same. */
const withCachedName = ({ value, cachedResultName }: Locator, next: Locator): Locator =>
  next.value === value && value !== '' && cachedResultName !== undefined ? { ...next, cachedResultName } : next;

/** Returns a function that stores the name of a workflow given by its id, so that the node's subtitle can show it. */
function useWorkflowName({ property, onChange }: ParameterInputProps, locator: Locator): () => Promise<void> {
  const dispatch = useAppDispatch();
  const latest = useRef(locator);
  latest.current = locator;
  return async () => {
    const { value, mode, cachedResultName } = locator;
    if (property.type !== 'workflowSelector' || mode !== 'id' || value === '' || cachedResultName !== undefined) return;
    const { data } = await dispatch(workflowsApi.endpoints.listWorkflows.initiate({ query: {} }, { subscribe: false }));
    const name = data?.find(({ id }) => id === String(value))?.name;
    if (name !== undefined && latest.current.value === value && latest.current.mode === mode)
      onChange({ ...locator, cachedResultName: name });
  };
}

/** Returns the URL of the resource: from the list, or from the mode's template. */
function useUrl(locator: Locator, mode: LocatorMode | undefined): string | undefined {
  const { evaluate } = useOpenNode();
  if (locator.value === '') return undefined;
  const preview = isExpression(locator.value) ? evaluate(locator.value) : undefined;
  const plain = preview === undefined ? locator.value : preview.ok ? preview.value : undefined;
  const url = locator.mode === 'url' ? plain : (locator.cachedResultUrl ?? filled(mode?.url, plain, mode, evaluate));
  return openedAt(url, document.baseURI);
}

function filled(
  template: string | undefined,
  value: unknown,
  mode: LocatorMode | undefined,
  evaluate: (text: string) => { readonly ok: boolean; readonly value?: unknown },
): unknown {
  if (template === undefined || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const id = extractedValue({ __rl: true, mode: mode?.name ?? 'id', value }, mode);
  const url = template.replaceAll(/\{\{\s*\$value\s*\}\}/g, () => encodeURIComponent(id)).replace(/^=(?!.*\{\{)/, '');
  if (!url.startsWith('=')) return url;
  const preview = evaluate(url);
  return preview.ok ? preview.value : undefined;
}

interface ListInputProps extends ParameterInputProps {
  readonly locator: Locator;
  readonly mode: LocatorMode;
}

function ListInput(props: ListInputProps): ReactNode {
  const { property, path, onChange, isDisabled, isInvalid, id, describedBy, onBlur, locator, mode, actions } = props;
  const { t } = useTranslation('params');
  const [isOpen, setIsOpen] = useState(false);
  const list = useLocatorList(property, path, mode, isOpen);
  useFieldAction(actions, 'refresh', list.refresh);
  const displayName = locator.cachedResultName ?? String(locator.value);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (open) return;
        // The value is not reported as missing if the list was empty, for example before a credential is chosen.
        if (list.results.length > 0) onBlur();
        list.search('');
      }}
    >
      <Popover.Trigger
        id={id}
        className="button select option-picker"
        disabled={isDisabled}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-haspopup="listbox"
      >
        <span className="select-value" data-empty={displayName === ''}>
          {displayName === '' ? (mode.placeholder ?? t('choose')) : displayName}
        </span>
        <Icon of={ChevronDown} size={14} />
      </Popover.Trigger>
      <ListPopup
        property={property}
        mode={mode}
        list={list}
        current={locator.value}
        onPick={({ name, value, url }) => {
          onChange({ __rl: true, mode: 'list', value, cachedResultName: name, ...(url === undefined ? {} : { cachedResultUrl: url }) });
          setIsOpen(false);
          list.search('');
        }}
      />
    </Popover.Root>
  );
}

/** Returns the first result with the searched text in its name. Until the search has been sent, the results still belong to the previous text. */
function firstHit({ filter, results }: Pick<ReturnType<typeof useLocatorList>, 'filter' | 'results'>): LocatorResult | undefined {
  const searchText = fold(filter.trim());
  return searchText === '' ? undefined : results.find(({ name }) => fold(name).includes(searchText));
}

interface ListPopupProps {
  readonly property: NodeProperty;
  readonly mode: LocatorMode;
  readonly list: ReturnType<typeof useLocatorList>;
  readonly current: string | number;
  readonly onPick: (result: LocatorResult) => void;
}

function ListPopup({ property, mode, list, current, onPick }: ListPopupProps): ReactNode {
  const { t } = useTranslation('params');
  const listId = useId();
  const box = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The focused row may be gone.
    if (list.problem !== undefined) (input.current ?? box.current)?.focus();
  }, [list.problem]);
  const { searchable, searchFilterRequired } = mode.typeOptions ?? {};
  const isSearched = searchable === true || searchFilterRequired === true;
  return (
    <Popover.Portal>
      <Popover.Positioner className="floating-layer" sideOffset={4} align="start">
        <Popover.Popup className="menu option-popup locator-popup" aria-label={property.displayName}>
          {isSearched ? (
            <div className="locator-search">
              <input
                ref={input}
                className="input"
                autoFocus
                placeholder={t('search')}
                aria-label={t('search')}
                aria-controls={listId}
                value={list.filter}
                onChange={(event) => list.search(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
                  event.preventDefault();
                  if (event.key === 'ArrowDown') return focusFirst(box.current);
                  const hit = firstHit(list);
                  if (hit !== undefined) onPick(hit);
                }}
              />
            </div>
          ) : null}
          <LocatorList id={listId} list={list} box={box} label={property.displayName} current={current} onPick={onPick} />
          <SlowNotice list={list} notice={mode.typeOptions?.slowLoadNotice} />
          <NewResource list={list} options={mode.typeOptions?.allowNewResource} onPick={onPick} />
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
