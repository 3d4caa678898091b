// The workflow's tags, and a list to add, create and remove them.
import { Popover } from '@base-ui/react/popover';
import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi } from '../../../api/editor.ts';
import { store } from '../../../state/store.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/search.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';

/** Number of visible tags; the rest are counted. */
const SHOWN = 3;

/** Maximum length of a tag's name. */
const LONGEST = 24;

export function TagPicker(): ReactNode {
  const { t } = useTranslation('editor');
  const chosen = useEditorState((state) => state.tags);
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = editorApi.useListTagsQuery({ query: {} }, { skip: chosen.length === 0 && !isOpen });
  const names = data.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <div className="editor-tags">
        {names.slice(0, SHOWN).map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
        {names.length > SHOWN ? <span title={names.slice(SHOWN).join(', ')}>{`+${names.length - SHOWN}`}</span> : null}
        <Popover.Trigger
          render={
            <Button kind="quiet" size="small">
              <Icon of={Plus} size={14} />
              {names.length === 0 ? t('tags.add') : t('tags.edit')}
            </Button>
          }
        />
      </div>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" sideOffset={6} align="start">
          <Popover.Popup className="menu editor-tag-list" data-over-editor="" aria-label={t('tags.label')}>
            <TagChoice onManage={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function TagChoice({ onManage }: { readonly onManage: () => void }): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const chosen = useEditorState((state) => state.tags);
  const { data: tags = [] } = editorApi.useListTagsQuery({ query: {} });
  const [create, { isLoading }] = editorApi.useCreateTagMutation();
  const [search, setSearch] = useState('');
  const searchText = search.trim().slice(0, LONGEST);
  const matches = tags.filter(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()));
  const isNew = searchText !== '' && !tags.some(({ name }) => name.toLowerCase() === searchText.toLowerCase());
  const choose = (ids: readonly string[]): void => void context.dispatch(editorActions.tagsChanged(ids));
  const make = async (): Promise<void> => {
    if (isLoading) return;
    const { data, error } = await create({ body: { name: searchText } });
    if (data === undefined) {
      context.ui.notify({ kind: 'error', title: t('tags.failed'), message: (error as { message?: string } | undefined)?.message });
      return;
    }
    choose([...chosen, data.id]);
    setSearch('');
  };
  const toggle = (id: string, isOn: boolean): void => choose(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    const [first] = matches;
    if (isNew) void make();
    else if (first !== undefined) toggle(first.id, !chosen.includes(first.id));
  };
  return (
    <>
      <div onKeyDown={onEnter}>
        <SearchField label={t('tags.search')} value={search} onChange={setSearch} autoFocus />
      </div>
      <div className="editor-tag-rows">
        {matches.map(({ id, name }) => (
          <Checkbox key={id} label={name} isOn={chosen.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
        ))}
        {tags.length === 0 && !isNew ? <p>{t('tags.none')}</p> : null}
      </div>
      {isNew ? (
        <Button kind="quiet" size="small" onClick={() => void make()} disabled={isLoading}>
          <Icon of={Plus} size={14} />
          {t('tags.create', { name: searchText })}
        </Button>
      ) : null}
      <Button
        kind="quiet"
        size="small"
        onClick={() => {
          onManage();
          store.dispatch(modalOpened({ name: 'tags' }));
        }}
      >
        {t('tags.manage')}
      </Button>
    </>
  );
}
