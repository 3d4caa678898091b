// The table of prices: own prices can be added, changed and removed, and exchanged as a file.
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelPrice, ModelPricesView } from '../../../engine/contract/rest/models.ts';
import { modelsApi } from '../../api/models.ts';
import { saveTextFile } from '../../lib/browser.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/page.tsx';
import {
  amounts,
  amountText,
  isValidRow,
  newRow,
  priceOf,
  repeatedRow,
  rowOf,
  rowsInFile,
  wholeTable,
  type PriceRow,
} from './price-rows.ts';
import './prices-card.css';

interface PricesProps {
  readonly prices: ModelPricesView;
}

export function PricesCard({ prices }: PricesProps): ReactNode {
  const { t } = useTranslation('settings');
  const { builtIn, own } = prices;
  const saved = own?.prices.map(rowOf) ?? [];
  const [draft, setDraft] = useState<readonly PriceRow[]>();
  const rows = draft ?? saved;
  const { save, isBusy } = useSavePrices(() => setDraft(undefined));
  const repeated = repeatedRow(rows);
  const isChanged = JSON.stringify(rows) !== JSON.stringify(saved);
  const fault = rows.every(isValidRow)
    ? repeated === undefined
      ? undefined
      : t('models.twice', { model: nameOf(repeated) })
    : t('models.wrong');
  return (
    <Card title={t('models.prices')}>
      <p className="field-hint">{t('models.pricesHint')}</p>
      <h3 className="prices-title">{own === undefined ? t('models.own') : t('models.ownDate', { date: dateText(own.date) })}</h3>
      {rows.length === 0 ? <p className="quiet-text">{t('models.noOwn')}</p> : <OwnPrices rows={rows} onChange={setDraft} />}
      {fault === undefined || draft === undefined ? null : (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
      <div className="row prices-actions">
        <Button onClick={() => setDraft([...rows, newRow])}>
          <Icon of={Plus} size={14} />
          {t('models.add')}
        </Button>
        <Exchange prices={prices} onImport={setDraft} />
        <Reset isOff={own === undefined || isBusy} onReset={() => void save([])} />
        <span className="row-grow" />
        <Button kind="primary" disabled={!isChanged || fault !== undefined || isBusy} onClick={() => void save(rows)}>
          {t('models.save')}
        </Button>
      </div>
      <BuiltInPrices
        date={builtIn.date}
        prices={builtIn.prices}
        onCopy={(price) => setDraft([...rows.filter((row) => nameOf(row) !== nameOf(price)), rowOf(price)])}
      />
    </Card>
  );
}

const nameOf = ({ provider, model }: Pick<ModelPrice, 'provider' | 'model'>): string => (model === '' ? provider : `${provider} ${model}`);

/** A day without a time. */
const dateText = (date: string): string => new Date(`${date}T00:00:00`).toLocaleDateString();

function useSavePrices(onSaved: () => void): { readonly save: (rows: readonly PriceRow[]) => Promise<void>; readonly isBusy: boolean } {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = modelsApi.useChangeModelPricesMutation();
  const save = async (rows: readonly PriceRow[]): Promise<void> => {
    const date = new Date();
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    const { error } = await change({ body: { date: day, prices: rows.map((row) => priceOf(row)) } });
    if (error !== undefined) return void dispatch(failureToast(t('models.saveFailed'), error));
    onSaved();
    dispatch(toastShown({ kind: 'success', title: t('models.saved') }));
  };
  return { save, isBusy: isLoading };
}

const columns = ['provider', 'model', ...amounts] as const;

function Head({ isEditable }: { readonly isEditable: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`models.${column}`)}
          </th>
        ))}
        <th scope="col">{isEditable ? <span className="visually-hidden">{t('models.actions')}</span> : t('models.actions')}</th>
      </tr>
    </thead>
  );
}

interface OwnPricesProps {
  readonly rows: readonly PriceRow[];
  readonly onChange: (rows: readonly PriceRow[]) => void;
}

function OwnPrices({ rows, onChange }: OwnPricesProps): ReactNode {
  const { t } = useTranslation('settings');
  const set = (at: number, column: keyof PriceRow, text: string): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [column]: text } : row)));
  return (
    <div className="table-frame">
      <table className="table prices">
        <Head isEditable />
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <TextField
                    label={t(`models.${column}`)}
                    isLabelHidden
                    value={row[column]}
                    onChange={(text) => set(index, column, text)}
                    inputMode={column === 'provider' || column === 'model' ? 'text' : 'decimal'}
                    placeholder={column === 'model' ? t('models.allModels') : column === 'input' ? t('models.noPrice') : undefined}
                    spellCheck={false}
                    autoComplete="off"
                  />
                </td>
              ))}
              <td>
                <IconButton
                  label={t('models.remove', { model: nameOf(row) })}
                  onClick={() => onChange(rows.filter((_, position) => position !== index))}
                >
                  <Icon of={Trash2} />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BuiltInPricesProps {
  readonly date: string;
  readonly prices: readonly ModelPrice[];
  readonly onCopy: (price: ModelPrice) => void;
}

function BuiltInPrices({ date, prices, onCopy }: BuiltInPricesProps): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <details className="prices-built-in">
      <summary>{t('models.builtIn', { date: dateText(date) })}</summary>
      {/* Reached by keyboard, because it scrolls. */}
      <div className="table-frame" tabIndex={0}>
        <table className="table prices">
          <Head isEditable={false} />
          <tbody>
            {prices.map((price) => (
              <tr key={nameOf(price)}>
                <td>{price.provider}</td>
                <td className="table-data">{price.model === '' ? t('models.allModels') : price.model}</td>
                {amounts.map((name) => (
                  <td key={name} className="table-data">
                    {name === 'input' && price.input === undefined ? t('models.noPrice') : amountText(price[name])}
                  </td>
                ))}
                <td>
                  <Button aria-label={t('models.changeOf', { model: nameOf(price) })} onClick={() => onCopy(price)}>
                    {t('models.change')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Saves all prices as a file, and reads own ones from a file. */
function Exchange({
  prices: { builtIn, own },
  onImport,
}: PricesProps & { readonly onImport: (rows: readonly PriceRow[]) => void }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    const rows = rowsInFile(await file.text(), builtIn);
    if (rows === undefined) dispatch(toastShown({ kind: 'error', title: t('models.importFailed'), message: t('models.importFailedText') }));
    else onImport(rows);
  };
  return (
    <>
      <Button onClick={() => void saveTextFile('model-prices.json', `${JSON.stringify(wholeTable(builtIn, own), null, 2)}\n`)}>
        {t('models.export')}
      </Button>
      <Button onClick={() => field.current?.click()}>{t('models.import')}</Button>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('models.importFile')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void read(file);
          // Choosing the same file again is a change, too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Reset({ isOff, onReset }: { readonly isOff: boolean; readonly onReset: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const confirm = useConfirm();
  const ask = async (): Promise<void> => {
    const question = { title: t('models.resetTitle'), text: t('models.resetText'), confirmLabel: t('models.reset'), isDangerous: true };
    if (await confirm(question)) onReset();
  };
  return (
    <Button disabled={isOff} onClick={() => void ask()}>
      {t('models.reset')}
    </Button>
  );
}
