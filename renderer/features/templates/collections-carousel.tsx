// Collections of templates in a row that scrolls by two cards.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CollectionSummary } from '../../../engine/contract/rest/templates.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NodeIcons } from './node-icons.tsx';

/** Width of a card with its gap, in px. */
const CARD = 240 + 12;
const ICONS = 4;

export function CollectionsCarousel({ collections }: { readonly collections: readonly CollectionSummary[] }): ReactNode {
  const { t } = useTranslation('templates');
  const row = useRef<HTMLUListElement>(null);
  const scroll = (cards: number): void => row.current?.scrollBy({ left: cards * CARD, behavior: 'smooth' });
  return (
    <section className="template-collections" aria-label={t('collections')}>
      <div className="row">
        <h2 className="card-title row-grow">{t('collections')}</h2>
        <IconButton label={t('previousCollections')} onClick={() => scroll(-2)}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <IconButton label={t('nextCollections')} onClick={() => scroll(2)}>
          <Icon of={ChevronRight} />
        </IconButton>
      </div>
      <ul ref={row} className="collection-row">
        {collections.map(({ id, name, workflows, nodes }) => (
          <li key={id} className="collection-card">
            <Link to={`/collections/${id}`} className="template-card-name">
              {name}
            </Link>
            <span className="quiet-text">{t('templateCount', { count: workflows.length })}</span>
            <NodeIcons nodes={nodes} limit={ICONS} />
          </li>
        ))}
      </ul>
    </section>
  );
}
