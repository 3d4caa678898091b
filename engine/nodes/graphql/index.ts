// GraphQL: queries GraphQL endpoints.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const graphql = defineNode({
  type: 'n8n-nodes-base.graphql',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [{ description, execute }],
});
