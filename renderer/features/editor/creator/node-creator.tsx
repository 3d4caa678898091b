// The node creator: a panel over the canvas from which nodes are chosen or dragged.
import './creator.css';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/keys.tsx';
import type { CreatorMode } from './catalog.ts';
import { CreatorList } from './creator-list.tsx';
import { CreatorSearch } from './creator-search.tsx';
import { CreatorTabs } from './creator-tabs.tsx';
import { useCreator, type NodePick } from './use-creator.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface NodeCreatorProps {
  /** Descriptions of the types there are; of several shapes of a type the newest counts. */
  readonly nodeTypes: readonly NodeDescription[];
  readonly isOpen: boolean;
  /** The kind of nodes shown first. */
  readonly mode: CreatorMode;
  readonly iconUrl: (type: string) => string;
  /** How many nodes of each type the workflow has. */
  readonly usedTypes: ReadonlyMap<string, number>;
  readonly onPick: (pick: NodePick) => void;
  /** One was chosen of which there may be no more: the panel stays. */
  readonly onRefuse?: (pick: NodePick) => void;
  readonly onClose: () => void;
  /** What will become of the node, such as where it is connected. */
  readonly hint?: string;
  /** Address of a page where people ask for a node that is missing; without it no link is shown. */
  readonly requestUrl?: (searched: string) => string;
  /** Takes the focus when the panel closes and nothing had it before. */
  readonly focusAfter?: () => void;
}

export function NodeCreator({ isOpen, ...rest }: NodeCreatorProps): ReactNode {
  return isOpen ? <CreatorPanel key={rest.mode} {...rest} /> : null;
}

/** Escape closes the panel also where the focus is on the canvas beside it, or nowhere, and nobody else has a use for the key. */
function useEscapeBeside(onClose: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const isFree = event.target === document.body || (event.target as Element | null)?.closest?.('.canvas') != null;
      if (event.key !== 'Escape' || event.defaultPrevented || !isFree) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
}

function CreatorPanel(props: Omit<NodeCreatorProps, 'isOpen'>): ReactNode {
  const { t } = useTranslation('creator');
  const { onClose, hint } = props;
  const creator = useCreator(props);
  const listId = useId();
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useFocusReturn(panel, props.focusAfter);
  useEffect(() => search.current?.focus({ preventScroll: true }), []);
  useEscapeBeside(onClose);

  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const pressInSearch = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Tab') onClose();
    else if (!creator.press(event.key)) return;
    event.preventDefault();
    // The canvas has a use for the same keys.
    event.stopPropagation();
  };
  return (
    <aside ref={panel} className="creator" aria-label={t('title')} onKeyDown={closeOnEscape}>
      <header className="creator-head">
        <h2 className="creator-title">{t('title')}</h2>
        <IconButton label={t('close')} shortcut="Esc" side="left" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {hint === undefined ? null : <p className="creator-hint">{hint}</p>}
      <CreatorTabs mode={creator.place.mode} controls={listId} onChange={creator.setMode} />
      <CreatorSearch ref={search} creator={creator} listId={listId} onKeyDown={pressInSearch} />
      <CreatorList
        creator={creator}
        listId={listId}
        iconUrl={props.iconUrl}
        hasHint={hint !== undefined}
        requestUrl={props.requestUrl}
        onUsed={() => search.current?.focus({ preventScroll: true })}
      />
      <footer className="creator-foot">
        <span>
          <Keys keys="↑↓" /> {t('keys.move')}
        </span>
        <span>
          <Keys keys="←→" /> {t('keys.open')}
        </span>
        <span>
          <Keys keys="Enter" /> {t('keys.add')}
        </span>
        <span>
          <Keys keys="Shift+Tab" /> {t('keys.kinds')}
        </span>
      </footer>
    </aside>
  );
}
