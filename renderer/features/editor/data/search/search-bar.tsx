// The search bar of a pane: the word, the number of matches, and buttons to step through them.
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { usePane } from '../pane-context.tsx';

export function SearchButton(): ReactNode {
  const { t } = useTranslation('data');
  const { search, items, display } = usePane();
  if (items.length === 0 || display === 'binary' || display === 'html') return null;
  return (
    <IconButton
      label={t('search.open')}
      shortcut="Ctrl+F"
      size="small"
      aria-expanded={search.isOpen}
      onClick={() => search.setOpen(!search.isOpen)}
    >
      <Icon of={Search} size={14} />
    </IconButton>
  );
}

export function SearchBar(): ReactNode {
  const { t } = useTranslation('data');
  const { search, items, display } = usePane();
  if (!search.isOpen || items.length === 0 || display === 'binary' || display === 'html') return null;
  const isSchema = display === 'schema';
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // Escape closes the search bar, not the node view.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      search.setOpen(false);
    } else if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="data-search" role="search" onKeyDown={press}>
      <Icon of={Search} size={14} />
      <input
        className="data-search-field"
        type="text"
        autoFocus
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        value={search.typed}
        onChange={(event) => search.setWord(event.currentTarget.value)}
      />
      <span className="data-search-count" role="status">
        {search.typed === '' ? '' : <Count />}
      </span>
      {isSchema ? null : (
        <>
          <IconButton
            label={t('search.before')}
            shortcut="Shift+Enter"
            size="small"
            disabled={search.count === 0}
            onClick={() => search.step(-1)}
          >
            <Icon of={ChevronUp} size={14} />
          </IconButton>
          <IconButton label={t('search.next')} shortcut="Enter" size="small" disabled={search.count === 0} onClick={() => search.step(1)}>
            <Icon of={ChevronDown} size={14} />
          </IconButton>
        </>
      )}
      <IconButton label={t('search.close')} size="small" onClick={() => search.setOpen(false)}>
        <Icon of={X} size={14} />
      </IconButton>
    </div>
  );
}

function Count(): ReactNode {
  const { t } = useTranslation('data');
  const { search, display, foundFields } = usePane();
  const { at, isCut, isDone } = search;
  if (display === 'schema') {
    return foundFields === 0 ? t('search.none') : t('search.found', { count: foundFields, shown: foundFields.toLocaleString() });
  }
  const { count } = search;
  const countText = `${count.toLocaleString()}${isCut || !isDone ? '+' : ''}`;
  if (count === 0) return isDone ? t('search.none') : '…';
  return at < 0 ? t('search.found', { count, shown: countText }) : t('search.at', { at: (at + 1).toLocaleString(), shown: countText });
}
