// A resource mapper with the fields that were loaded: what it shows, and when they are written into the file.
import { useEffect, useRef } from 'react';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { mapperValueOf, type MapperValue } from '../../../../engine/workflow/resource-mapper.ts';
import { change } from '../actions/change.ts';
import { nodeById, setParameters } from '../document/operations.ts';
import { useOpenNode, withParameter } from '../open-node/index.ts';
import { hasOtherFields, withFields, type MapperRules } from './mapper.ts';
import type { MapperFields } from './use-mapper-fields.ts';

/**
 * The value with the fields as they are now. They are written at once where the file knows none yet, or after somebody chose
 * another resource or asked for them anew: looking at a node does not change it, what comes of an answer is no step of undo.
 */
export function useMapperValue(
  { path, value, isDisabled }: { readonly path: string; readonly value: unknown; readonly isDisabled: boolean },
  { fields, depends }: MapperFields,
  rules: MapperRules,
): { readonly mapper: MapperValue; readonly willWrite: () => void } {
  const { editor, id, parameters } = useOpenNode();
  const stored = mapperValueOf(value);
  const hasOthers = fields !== undefined && hasOtherFields(fields, stored.schema);
  const mapper = hasOthers ? withFields(stored, fields, rules) : stored;
  const found = useRef(depends);
  const isAsked = useRef(false);
  const isDue = hasOthers && (stored.schema.length === 0 || isAsked.current || found.current !== depends);
  useEffect(() => {
    if (!isDue || isDisabled) return;
    isAsked.current = false;
    found.current = depends;
    change(
      editor,
      'parameters',
      (file) => setParameters(file, id, withParameter((nodeById(file, id)?.parameters ?? {}) as JsonObject, parameters, path, mapper)),
      'ignore',
    );
  });
  return {
    mapper,
    willWrite: () => {
      isAsked.current = true;
    },
  };
}
