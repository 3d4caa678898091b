// One row of the node creator: a group or a node.
import type { TFunction } from 'i18next';
import { ChevronDown, ChevronRight, Package, PackageSearch, Zap } from 'lucide-react';
import { memo, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, NodeIcon } from '../../../ui/icon.tsx';
import { MarkedText } from '../../../ui/search.tsx';
import { coreCategory, customCategory, otherCategory, triggerCategory } from './catalog.ts';
import { allTriggers, pickOf, suggested, type CreatorRow } from './rows.ts';

/** Type of the data of a dragged row: `{type, version, parameters}` as JSON. */
export const nodeDragType = 'application/x-millrace-node';

export interface CreatorRowProps {
  readonly row: CreatorRow;
  readonly domId: string;
  readonly isActive: boolean;
  readonly iconUrl: (type: string) => string;
  readonly onChoose: (row: CreatorRow) => void;
}

type NodeRow = CreatorRow & { readonly kind: 'node' };
type ActionRow = CreatorRow & { readonly kind: 'action' };

function startDrag(event: DragEvent<HTMLElement>, row: NodeRow | ActionRow): void {
  event.dataTransfer.setData(nodeDragType, JSON.stringify(pickOf(row)));
  event.dataTransfer.effectAllowed = 'copy';
  const icon = event.currentTarget.querySelector('.creator-icon');
  if (icon !== null) event.dataTransfer.setDragImage(icon, icon.clientWidth / 2, icon.clientHeight / 2);
}

function CategoryLine({ row }: { readonly row: CreatorRow & { readonly kind: 'category' } }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <>
      <Icon of={row.isExpanded ? ChevronDown : ChevronRight} size={14} />
      <span className="creator-category-name">{categoryText(row.name, t)}</span>
      <span className="creator-count">{row.count}</span>
    </>
  );
}

function SubcategoryLine({ row }: { readonly row: CreatorRow & { readonly kind: 'subcategory' } }): ReactNode {
  const { t } = useTranslation('creator');
  const hint = subcategoryHint(row.name, t);
  return (
    <>
      <span className="creator-texts">
        <span className="creator-name">{categoryText(row.name, t)}</span>
        {hint === undefined ? null : <span className="creator-description">{hint}</span>}
      </span>
      <span className="creator-count">{row.count}</span>
      <Icon of={ChevronRight} size={14} />
    </>
  );
}

function NodeLine({ row, iconUrl }: { readonly row: NodeRow; readonly iconUrl: (type: string) => string }): ReactNode {
  const { t } = useTranslation('creator');
  const { offer } = row;
  const aside = row.alias ?? offer.packageName;
  return (
    <>
      <span className="creator-icon" data-trigger={offer.isTrigger}>
        <NodeIcon url={iconUrl(offer.type)} tint={offer.tint} />
      </span>
      <span className="creator-texts">
        <span className="creator-name" title={offer.name}>
          <MarkedText text={offer.name} marks={row.nameMarks} />
          {aside === undefined ? null : <span className="creator-alias">{aside}</span>}
        </span>
        <span className="creator-description" title={offer.description}>
          {offer.limit === undefined ? (
            <MarkedText text={offer.description} marks={row.descriptionMarks} />
          ) : (
            t('limit', { count: offer.limit })
          )}
        </span>
      </span>
      {offer.isTrigger ? (
        <span className="creator-bolt" role="img" aria-label={t('isTrigger')}>
          <Icon of={Zap} size={14} />
        </span>
      ) : null}
    </>
  );
}

function ActionLine({
  row: { offer, action, nameMarks },
  iconUrl,
}: {
  readonly row: ActionRow;
  readonly iconUrl: (type: string) => string;
}): ReactNode {
  return (
    <>
      <span className="creator-icon">
        <NodeIcon url={iconUrl(offer.type)} tint={offer.tint} />
      </span>
      <span className="creator-texts">
        <span className="creator-name" title={action.name}>
          <MarkedText text={action.name} marks={nameMarks} />
        </span>
        <span className="creator-description">{offer.name}</span>
      </span>
    </>
  );
}

function PackageLine({ row: { offer } }: { readonly row: CreatorRow & { readonly kind: 'package' } }): ReactNode {
  const { t } = useTranslation('creator');
  const { packageName, services, advice } = offer;
  const [first, second, ...otherServices] = services;
  const names =
    second === undefined
      ? first
      : otherServices.length === 0
        ? `${first}, ${second}`
        : t('packages.more', { first, second, count: otherServices.length });
  return (
    <>
      <span className="creator-icon">
        <Icon of={Package} />
      </span>
      <span className="creator-texts">
        <span className="creator-name" title={names}>
          {names}
          <span className="creator-alias">{packageName}</span>
        </span>
        <span className="creator-description">{advice ?? t('packages.known')}</span>
      </span>
      {advice === undefined ? <span className="creator-install">{t('packages.install')}</span> : null}
    </>
  );
}

function RegistryLine({ row: { query } }: { readonly row: CreatorRow & { readonly kind: 'registry' } }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <>
      <span className="creator-icon">
        <Icon of={PackageSearch} />
      </span>
      <span className="creator-texts">
        <span className="creator-name">{t('packages.find', { query })}</span>
        <span className="creator-description">{t('packages.findHint')}</span>
      </span>
    </>
  );
}

function MoreLine({ row: { count, isOnly } }: { readonly row: CreatorRow & { readonly kind: 'more' } }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <>
      <span className="creator-category-name">{t(isOnly ? 'elsewhere' : 'more', { count })}</span>
      <Icon of={ChevronRight} size={14} />
    </>
  );
}

function Row({ row, domId, isActive, iconUrl, onChoose }: CreatorRowProps): ReactNode {
  const isRejected = (row.kind === 'node' && row.offer.limit !== undefined) || (row.kind === 'package' && row.offer.advice !== undefined);
  return (
    <div
      id={domId}
      role="treeitem"
      className="creator-row"
      data-kind={row.kind}
      data-active={isActive}
      aria-level={row.level}
      aria-selected={isActive}
      aria-disabled={isRejected || undefined}
      aria-expanded={row.kind === 'category' ? row.isExpanded : row.kind === 'subcategory' ? false : undefined}
      draggable={(row.kind === 'node' || row.kind === 'action') && !isRejected}
      onDragStart={(event) => (row.kind === 'node' || row.kind === 'action' ? startDrag(event, row) : undefined)}
      onClick={() => onChoose(row)}
    >
      {row.kind === 'category' ? <CategoryLine row={row} /> : null}
      {row.kind === 'subcategory' ? <SubcategoryLine row={row} /> : null}
      {row.kind === 'node' ? <NodeLine row={row} iconUrl={iconUrl} /> : null}
      {row.kind === 'action' ? <ActionLine row={row} iconUrl={iconUrl} /> : null}
      {row.kind === 'package' ? <PackageLine row={row} /> : null}
      {row.kind === 'registry' ? <RegistryLine row={row} /> : null}
      {row.kind === 'more' ? <MoreLine row={row} /> : null}
    </div>
  );
}

/** Memoized, so that a step through the list renders only two rows. */
export const CreatorRowView = memo(Row);

const iconColors: ReadonlyMap<string, string> = new Map([
  [suggested, 'suggested'],
  [allTriggers, 'allTriggers'],
  [coreCategory, 'core'],
  [triggerCategory, 'trigger'],
  [customCategory, 'custom'],
  [otherCategory, 'other'],
  ['Flow', 'flow'],
  ['Files', 'files'],
  ['Data Transformation', 'data'],
  ['Helpers', 'helpers'],
]);

const withHint = new Set(['flow', 'files', 'data', 'helpers']);

/** Names of categories and subcategories: translated for core nodes, unchanged for packages. */
export function categoryText(name: string, t: TFunction<'creator'>): string {
  const key = iconColors.get(name);
  return key === undefined ? name : t(`categories.${key}`);
}

/** Returns one sentence about a known subcategory. */
export function subcategoryHint(name: string, t: TFunction<'creator'>): string | undefined {
  const key = iconColors.get(name) ?? '';
  return withHint.has(key) ? t(`categoryHints.${key}`) : undefined;
}
