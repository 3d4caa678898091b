// Search, sorting and filters above the list of credentials.
import { Popover } from '@base-ui/react/popover';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { usersApi } from '../../api/users.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MultiSelect, Select } from '../../ui/fields/select.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Segments } from '../../ui/toolbar.tsx';
import { personName } from '../../lib/person-name.ts';
import { criteriaOf, sortings, usualFilter, type CredentialFilter } from './credential-list.ts';

export interface CredentialFiltersProps {
  readonly credentials: readonly CredentialView[];
  readonly filter: CredentialFilter;
  /** Whether credentials are shared between users. */
  readonly isSharing: boolean;
  readonly typeName: (type: string) => string;
  readonly onChange: (part: Partial<CredentialFilter>) => void;
}

export function CredentialFilters(props: CredentialFiltersProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { filter, isSharing, onChange } = props;
  const count = criteriaOf(filter);
  return (
    <div className="credential-tools">
      <SearchField label={t('list.search')} value={filter.search} onChange={(search) => onChange({ search })} />
      {isSharing ? (
        <Segments
          label={t('list.show')}
          value={filter.showsAll ? 'all' : 'mine'}
          options={[
            { value: 'mine', label: t('list.mine') },
            { value: 'all', label: t('list.all') },
          ]}
          onChange={(value) => onChange({ showsAll: value === 'all' })}
        />
      ) : null}
      <span className="row-grow" />
      <Select
        label={t('list.sort')}
        isLabelHidden
        value={filter.sort}
        options={sortings.map((sort) => ({ value: sort, label: t(`list.by.${sort}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
      <Popover.Root>
        <Popover.Trigger render={<Button />}>
          <Icon of={ListFilter} />
          {t('list.filters')}
          {count === 0 ? null : <span className="credential-count">{count}</span>}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className="floating-layer" sideOffset={6} align="end">
            <Popover.Popup className="menu credential-criteria" aria-label={t('list.filters')}>
              <Criteria {...props} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Criteria({ credentials, filter, isSharing, typeName, onChange }: CredentialFiltersProps): ReactNode {
  const { t } = useTranslation('credentials');
  const names = [...new Set([...credentials.map(({ type }) => type), ...filter.types])];
  const types = names
    .map((type) => ({ value: type, label: typeName(type) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const { types: allTypes, ownedBy, sharedWith } = usualFilter;
  return (
    <>
      <div className="field">
        <span className="field-label">{t('list.type')}</span>
        <MultiSelect
          label={t('list.type')}
          values={filter.types}
          options={types}
          displayedText={filter.types.length === 0 ? t('list.allTypes') : t('list.someTypes', { count: filter.types.length })}
          onChange={(chosen) => onChange({ types: chosen })}
        />
      </div>
      {isSharing ? <PersonCriteria filter={filter} onChange={onChange} /> : null}
      <Button
        kind="quiet"
        size="small"
        disabled={criteriaOf(filter) === 0}
        onClick={() => onChange({ types: allTypes, ownedBy, sharedWith })}
      >
        {t('list.reset')}
      </Button>
    </>
  );
}

/** Selects the owner and a user with whom it is shared; these cannot be the same user. */
function PersonCriteria({ filter, onChange }: Pick<CredentialFiltersProps, 'filter' | 'onChange'>): ReactNode {
  const { t } = useTranslation('credentials');
  const { data: users = [] } = usersApi.useListUsersQuery();
  const people = users.filter(({ isPending }) => !isPending).map((user) => ({ value: user.id, label: personName(user) }));
  const anyone = { value: '', label: t('list.anyone') };
  return (
    <>
      <Select
        label={t('list.ownedBy')}
        value={filter.ownedBy}
        options={[anyone, ...people.filter(({ value }) => value !== filter.sharedWith)]}
        // Credentials of other users are only in the list of all credentials.
        onChange={(ownedBy) => onChange({ ownedBy, ...(ownedBy === '' ? {} : { showsAll: true }) })}
      />
      <Select
        label={t('list.sharedWith')}
        value={filter.sharedWith}
        options={[anyone, ...people.filter(({ value }) => value !== filter.ownedBy)]}
        onChange={(sharedWith) => onChange({ sharedWith, ...(sharedWith === '' ? {} : { showsAll: true }) })}
      />
    </>
  );
}
