// Spreadsheet File: converts between items and the rows of spreadsheets.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const spreadsheetFile = defineNode({
  type: 'n8n-nodes-base.spreadsheetFile',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
