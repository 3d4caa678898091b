// Actions of nodes in the creator, which a search finds: each adds a node with its resource and operation chosen.
import type { NodeAction, TypeActions } from '../../../../engine/workflow/parameters/actions.ts';
import type { Searchable } from '../../../lib/rank.ts';
import type { Offer } from './catalog.ts';

/** An action of a node type. */
export interface ActionOffer {
  readonly offer: Offer;
  readonly name: string;
  /** Parameters that select it. */
  readonly parameters: Omit<NodeAction, 'name'>;
  readonly search: Searchable;
}

/** Returns the actions of the offered types, except triggers. The tool variant of a type has the actions of that type. */
export function actionsOfOffers(offers: readonly Offer[], types: readonly TypeActions[]): readonly ActionOffer[] {
  const byType = new Map(types.map(({ type, actions }) => [type, actions]));
  return offers
    .filter(({ isTrigger, limit }) => !isTrigger && limit === undefined)
    .flatMap((offer) =>
      (byType.get(offer.type) ?? byType.get(offer.type.replace(/Tool$/, '')) ?? []).map(({ name, ...parameters }): ActionOffer => ({
        offer,
        name,
        parameters,
        // Among equally good matches, nodes come before actions.
        search: { name, aliases: [offer.name], isByWords: true, weight: -1 },
      })),
    );
}
