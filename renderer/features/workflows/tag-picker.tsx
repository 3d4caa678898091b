// The tags of a workflow as pills, and a list to add, create and remove them.
import { Popover } from '@base-ui/react/popover';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi } from '../../api/editor.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Tag } from '../../ui/tag.tsx';
import './tag-picker.css';

/** Maximum number of visible tags; the others are counted. */
const VISIBLE = 20;
/** Maximum length of a tag's name. */
const NAME_LENGTH = 24;

export interface TagPickerProps {
  /** Tag ids. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Ids of the only tags that are offered; none can then be created. */
  readonly offered?: readonly string[];
}

/** A field with a label; renders nothing where tags are switched off. */
export function TagsField({ label, ...props }: TagPickerProps & { readonly label: string }): ReactNode {
  const { workflowTagsDisabled } = useSettings();
  if (workflowTagsDisabled) return null;
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="field-label" aria-hidden>
        {label}
      </span>
      <EnabledPicker {...props} />
    </div>
  );
}

/** Renders nothing where tags are switched off. */
export function TagPicker(props: TagPickerProps): ReactNode {
  const { workflowTagsDisabled } = useSettings();
  return workflowTagsDisabled ? null : <EnabledPicker {...props} />;
}

function EnabledPicker({ chosen, onChange, offered }: TagPickerProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = editorApi.useListTagsQuery({ query: {} }, { skip: chosen.length === 0 && !isOpen });
  const names = data.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <div className="tag-picker">
        <TagNames names={names} onMore={() => setOpen(true)} />
        <Popover.Trigger
          render={
            <Button kind="quiet" size="small">
              <Icon of={Plus} size={14} />
              {names.length === 0 ? t('tagPicker.add') : t('tagPicker.edit')}
            </Button>
          }
        />
      </div>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" sideOffset={6} align="start">
          <Popover.Popup className="menu tag-picker-list" data-over-editor="" aria-label={t('tagPicker.label')}>
            <TagChoices
              chosen={chosen}
              onChange={onChange}
              {...(offered === undefined ? {} : { offered })}
              onManage={() => setOpen(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** One row of tags. Tags beyond the limit or the row's width are counted; their count opens the list. */
function TagNames({ names, onMore }: { readonly names: readonly string[]; readonly onMore: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const row = useRef<HTMLDivElement>(null);
  const fitting = Math.min(useFittingChildren(row, names), VISIBLE);
  const hidden = names.slice(fitting);
  if (names.length === 0) return null;
  return (
    <>
      <div ref={row} className="tag-picker-names">
        {names.slice(0, VISIBLE).map((name, index) => (
          <span key={name} aria-hidden={index >= fitting}>
            <Tag>{name}</Tag>
          </span>
        ))}
      </div>
      {hidden.length === 0 ? null : (
        <Tooltip label={hidden.join(', ')}>
          <button type="button" className="tag" aria-label={t('list.moreTags', { count: hidden.length })} onClick={onMore}>
            +{hidden.length}
          </button>
        </Tooltip>
      )}
    </>
  );
}

/** Returns the number of children of a wrapping row that are in its first line. */
function useFittingChildren(row: { readonly current: HTMLElement | null }, content: readonly string[]): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY);
  const key = content.join('\n');
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const children = [...element.children] as HTMLElement[];
      const wrapped = children.findIndex((child) => child.offsetTop > (children[0]?.offsetTop ?? 0));
      setCount(wrapped === -1 ? Number.POSITIVE_INFINITY : wrapped);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, key]);
  return count;
}

function TagChoices({ chosen, onChange, offered, onManage }: TagPickerProps & { readonly onManage: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const { data: tags = [] } = editorApi.useListTagsQuery({ query: {} });
  const [createTag, { isLoading }] = editorApi.useCreateTagMutation();
  const [search, setSearch] = useState('');
  const searchText = search.trim().slice(0, NAME_LENGTH);
  const matches = tags
    .filter(({ id }) => offered?.includes(id) !== false)
    .filter(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()));
  const isNew = offered === undefined && searchText !== '' && !tags.some(({ name }) => name.toLowerCase() === searchText.toLowerCase());
  const create = async (): Promise<void> => {
    if (isLoading) return;
    const { data, error } = await createTag({ body: { name: searchText } });
    if (data === undefined) {
      dispatch(failureToast(t('tagPicker.failed', { name: searchText }), error));
      return;
    }
    onChange([...chosen, data.id]);
    setSearch('');
  };
  const toggle = (id: string, isOn: boolean): void => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The list may be within a form.
    event.preventDefault();
    const [first] = matches;
    if (isNew) void create();
    else if (first !== undefined) toggle(first.id, !chosen.includes(first.id));
  };
  return (
    <div className="tag-picker-parts" onKeyDown={moveFocus}>
      <div onKeyDown={onEnter}>
        <SearchField label={t('tagPicker.search')} value={search} onChange={setSearch} autoFocus />
      </div>
      <div className="tag-picker-choices">
        {matches.map(({ id, name }) => (
          <Checkbox key={id} label={name} isOn={chosen.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
        ))}
        {tags.length === 0 && !isNew ? <p>{t('tagPicker.none')}</p> : null}
      </div>
      {isNew ? (
        <Button kind="quiet" size="small" onClick={() => void create()} disabled={isLoading}>
          <Icon of={Plus} size={14} />
          {t('tagPicker.create', { name: searchText })}
        </Button>
      ) : null}
      {offered === undefined ? (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            onManage();
            dispatch(modalOpened({ name: 'tags' }));
          }}
        >
          {t('tagPicker.manage')}
        </Button>
      ) : null}
    </div>
  );
}

/** Arrow keys move through the search field, the tags and the buttons below them, and wrap around. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], [role="checkbox"], .button:not(.search-clear, :disabled)'),
  ];
  const position = stops.findIndex((stop) => stop === event.target);
  stops[(position + step + stops.length) % stops.length]?.focus();
}
