// The page of models: limits of the instance, and the table of prices.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import type { ModelPrice, ModelPricesView, ModelPriceTable } from '../../../engine/contract/rest/models.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { eventually } from '../../testing/setup.ts';
import { ModelsPage } from './index.ts';
import { rowOf, rowsInFile, wholeTable } from './price-rows.ts';

const builtIn: ModelPriceTable = {
  date: '2025-11-30',
  prices: [
    { provider: 'openai', model: 'gpt-5-mini', input: 0.25, cachedInput: 0.025, output: 2 },
    { provider: 'openai', model: 'gpt-4o-audio' },
    { provider: 'ollama', model: '', input: 0, cachedInput: 0, output: 0 },
  ],
};
const limits = { modelRunTokens: 0, modelRunSeconds: 0, modelRunCost: 0, modelDayTokens: 5000, modelDaySeconds: 0, modelDayCost: 2.5 };
let own: ModelPriceTable | undefined;
let requests: { readonly call: string; readonly body: unknown }[];

beforeEach(() => {
  own = undefined;
  requests = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (method !== 'GET') requests.push({ call: `${method} ${pathname}`, body: JSON.parse(body ?? '') as unknown });
    if (pathname.endsWith('/model-use'))
      return Response.json({ data: { day: '2026-01-31', totals: { tokens: 1234, milliseconds: 61_000, cost: 0.0125 } } });
    if (pathname.endsWith('/general'))
      return Response.json({ data: { values: limits, fixed: { modelDayTokens: 'MILLRACE_MODEL_DAY_TOKENS' } } });
    if (method === 'PUT') {
      const table = JSON.parse(body ?? '') as ModelPriceTable;
      own = table.prices.length === 0 ? undefined : table;
    }
    return Response.json({ data: { builtIn, ...(own === undefined ? {} : { own }) } satisfies ModelPricesView });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConfirmProvider>
          <ModelsPage />
        </ConfirmProvider>
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByText(/^Used today: 1,234 tokens, 61 s of calls, \$0\.0125$/);
}
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const field = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name });
const sentPrices = (): readonly ModelPrice[] => (requests.at(-1)?.body as ModelPriceTable | undefined)?.prices ?? [];

describe('limits', () => {
  it('are saved with decimals for costs; what the environment fixes cannot be changed', async () => {
    await open();
    expect([field('US dollars per day').value, field('Tokens per execution').value]).toEqual(['2.5', '']);
    expect(field('Tokens per day').disabled).toBe(true);
    await userEvent.type(field('US dollars per execution'), '0.5');
    await userEvent.type(field('Seconds of calls per execution'), '60');
    await userEvent.clear(field('US dollars per day'));
    await press('Save');
    await eventually(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toEqual({
      call: 'PATCH /rest/settings/general',
      body: { modelRunCost: 0.5, modelRunSeconds: 60, modelDayCost: 0 },
    });
  });

  it('that are not numbers are not saved', async () => {
    await open();
    await userEvent.type(field('US dollars per execution'), '1e3');
    expect(screen.getByText('Enter a number such as 0.5, or nothing for no limit.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });
});

describe('prices', () => {
  it('of one’s own are added, with the day, and removed', async () => {
    await open();
    await press('Add price');
    await userEvent.type(field('Provider'), 'openai');
    await userEvent.type(field('Beginning of the model’s id'), 'own');
    await userEvent.type(field('Input'), '1.5');
    await press('Save prices');
    await eventually(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({
      call: 'PUT /rest/settings/model-prices',
      body: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    expect(sentPrices()).toEqual([{ provider: 'openai', model: 'own', input: 1.5 }]);
    await screen.findByText(/^Your prices, changed on/);
    await press('Remove the price of openai own');
    await press('Save prices');
    await eventually(() => expect(requests).toHaveLength(2));
    expect(sentPrices()).toEqual([]);
    await screen.findByText('No prices of your own.');
  });

  it('that come with the program are changed by a price of one’s own', async () => {
    await open();
    await userEvent.click(screen.getByText(/^Prices that come with Millrace/));
    expect(within(screen.getByRole('row', { name: /gpt-4o-audio/ })).getByText('no price')).toBeDefined();
    await press('Change the price of openai gpt-5-mini');
    const input = field('Input');
    expect(input.value).toBe('0.25');
    await userEvent.clear(input);
    await userEvent.type(input, '0.2');
    await press('Save prices');
    await eventually(() => expect(requests).toHaveLength(1));
    expect(sentPrices()).toEqual([{ provider: 'openai', model: 'gpt-5-mini', input: 0.2, cachedInput: 0.025, output: 2 }]);
  });

  it('that are wrong, or there twice, are not saved', async () => {
    own = { date: '2026-01-31', prices: [{ provider: 'openai', model: 'own', input: 1 }] };
    await open();
    await press('Add price');
    expect(screen.getByRole('alert').textContent).toBe('Each price needs a provider, and numbers such as 0.25.');
    await userEvent.type(screen.getAllByRole('textbox', { name: 'Provider' })[1] as HTMLElement, 'openai');
    await userEvent.type(screen.getAllByRole('textbox', { name: 'Beginning of the model’s id' })[1] as HTMLElement, 'own');
    expect(screen.getByRole('alert').textContent).toBe('The price of openai own is there twice.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save prices' }).disabled).toBe(true);
  });

  it('are removed together, once that is confirmed', async () => {
    own = { date: '2026-01-31', prices: [{ provider: 'openai', model: 'own', input: 1 }] };
    await open();
    await press('Reset');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
    await eventually(() => expect(requests).toHaveLength(1));
    expect(sentPrices()).toEqual([]);
  });

  it('are read from a file, and then saved', async () => {
    await open();
    const table = wholeTable(builtIn, { date: '2026-01-31', prices: [{ provider: 'groq', model: 'fast', input: 0.000001 }] });
    await userEvent.upload(
      screen.getByLabelText('File with prices'),
      new File([JSON.stringify(table)], 'p.json', { type: 'application/json' }),
    );
    await eventually(() => expect(field('Input').value).toBe('0.000001'));
    await press('Save prices');
    await eventually(() => expect(sentPrices()).toEqual([{ provider: 'groq', model: 'fast', input: 0.000001 }]));
  });
});

describe('a file with prices', () => {
  const price: ModelPrice = { provider: 'openai', model: 'gpt-5-mini', input: 1 };

  it('contains all prices, own ones in place of those that come with the program', () => {
    const whole = wholeTable(builtIn, { date: '2026-01-31', prices: [price] });
    expect(whole).toEqual({ date: '2026-01-31', prices: [price, ...builtIn.prices.slice(1)] });
    expect(rowsInFile(JSON.stringify(whole), builtIn)).toEqual([rowOf(price)]);
  });

  it.each(['', 'null', '{}', '{"prices":{}}', '{"prices":[{"provider":"a"}]}', '{"prices":[{"provider":"a","model":"b","input":"1"}]}'])(
    'with %s has no prices',
    (text) => expect(rowsInFile(text, builtIn)).toBeUndefined(),
  );
});
