// /rest/settings/model-prices and /rest/settings/model-use
import { modelRoutes } from '../../contract/rest/models.ts';
import type { ModelServices } from '../../services/models/index.ts';
import type { Mount } from '../mount.ts';

export function mountModels(mount: Mount, { prices, use }: Pick<ModelServices, 'prices' | 'use'>): void {
  mount(modelRoutes.prices, () => prices.view());
  mount(modelRoutes.changePrices, ({ body }) => prices.change(body));
  mount(modelRoutes.today, async () => ({ day: use.day, totals: (await use.today('')).instance }));
}
