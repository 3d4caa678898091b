// The prices of models: those that come with the program, and those that the owner or an admin has entered.
import { Check } from 'typebox/value';
import { modelPriceTableSchema, type ModelPrice, type ModelPricesView, type ModelPriceTable } from '../../contract/rest/models.ts';
import { builtInPrices, priceOf } from '../../execution/index.ts';
import type { ModelName } from '../../sdk/index.ts';
import type { SettingRepository } from '../../store/index.ts';

/** Key of the stored prices. */
const KEY = 'modelPrices';

export class ModelPrices {
  readonly #open: () => Promise<Pick<SettingRepository, 'get' | 'set'>>;
  #own: Promise<ModelPriceTable | undefined> | undefined;

  /** `open`: opens the database when it is first needed. */
  constructor(open: () => Promise<Pick<SettingRepository, 'get' | 'set'>>) {
    this.#open = open;
  }

  async price(model: ModelName): Promise<ModelPrice | undefined> {
    const own = await this.#read();
    return priceOf([...(own?.prices ?? []), ...builtInPrices.prices], model);
  }

  async view(): Promise<ModelPricesView> {
    const own = await this.#read();
    return { builtIn: builtInPrices, ...(own === undefined ? {} : { own }) };
  }

  /** Replaces the prices of the instance. They apply to calls that begin from now on. */
  async change(table: ModelPriceTable): Promise<ModelPricesView> {
    await (await this.#open()).set(KEY, table.prices.length === 0 ? null : table);
    this.forget();
    return this.view();
  }

  /** Reads the prices again when they are needed next: another process may have changed them. */
  forget(): void {
    this.#own = undefined;
  }

  #read(): Promise<ModelPriceTable | undefined> {
    this.#own ??= this.#stored().catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.#own;
  }

  /** Values that this version does not know count as absent. */
  async #stored(): Promise<ModelPriceTable | undefined> {
    const stored = await (await this.#open()).get(KEY);
    return Check(modelPriceTableSchema, stored) ? stored : undefined;
  }
}
