// The parameters of pagination. Their expressions can use $response, $request and $pageCount, and are evaluated for every page.
import type { NodeProperty } from '../../../workflow/node-type.ts';

const pages = { hide: { paginationMode: ['off'] } } as const;

const parameters: NodeProperty = {
  displayName: 'Parameters',
  name: 'parameters',
  type: 'fixedCollection',
  default: { parameters: [{ type: 'qs', name: '', value: '' }] },
  typeOptions: { multipleValues: true, noExpression: true },
  placeholder: 'Add Parameter',
  displayOptions: { show: { paginationMode: ['updateAParameterInEachRequest'] } },
  options: [
    {
      name: 'parameters',
      displayName: 'Parameter',
      values: [
        {
          displayName: 'Type',
          name: 'type',
          type: 'options',
          default: 'qs',
          options: [
            { name: 'Body', value: 'body' },
            { name: 'Header', value: 'headers' },
            { name: 'Query', value: 'qs' },
          ],
          description: 'Where to send the parameter',
        },
        { displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g page' },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          default: '',
          description: 'Usually an expression, such as {{ $pageCount + 1 }}',
        },
      ],
    },
  ],
};

export const paginationProperty: NodeProperty = {
  displayName: 'Pagination',
  name: 'pagination',
  type: 'fixedCollection',
  default: { pagination: {} },
  placeholder: 'Add pagination',
  options: [
    {
      name: 'pagination',
      displayName: 'Pagination',
      values: [
        {
          displayName: 'Pagination Mode',
          name: 'paginationMode',
          type: 'options',
          noDataExpression: true,
          default: 'updateAParameterInEachRequest',
          options: [
            { name: 'Off', value: 'off' },
            { name: 'Update a Parameter in Each Request', value: 'updateAParameterInEachRequest' },
            { name: 'Response Contains Next URL', value: 'responseContainsNextURL' },
          ],
        },
        {
          displayName: 'Next URL',
          name: 'nextURL',
          type: 'string',
          default: '',
          displayOptions: { show: { paginationMode: ['responseContainsNextURL'] } },
          description: 'An expression that returns the URL of the next page, such as {{ $response.body.next }}',
        },
        parameters,
        {
          displayName: 'Pagination Complete When',
          name: 'paginationCompleteWhen',
          type: 'options',
          noDataExpression: true,
          default: 'responseIsEmpty',
          displayOptions: pages,
          options: [
            { name: 'Response Is Empty', value: 'responseIsEmpty' },
            { name: 'Receive Specific Status Code(s)', value: 'receiveSpecificStatusCodes' },
            { name: 'Other', value: 'other' },
          ],
        },
        {
          displayName: 'Status Code(s) when Complete',
          name: 'statusCodesWhenComplete',
          type: 'string',
          noDataExpression: true,
          default: '',
          displayOptions: { show: { paginationCompleteWhen: ['receiveSpecificStatusCodes'] } },
          description: 'Separated by commas',
        },
        {
          displayName: 'Complete Expression',
          name: 'completeExpression',
          type: 'string',
          default: '',
          displayOptions: { show: { paginationCompleteWhen: ['other'] } },
          description: 'An expression that is true when there are no more pages, such as {{ $response.body.last }}',
        },
        {
          displayName: 'Limit Pages Fetched',
          name: 'limitPagesFetched',
          type: 'boolean',
          noDataExpression: true,
          default: false,
          displayOptions: pages,
          description: 'Whether to stop after a number of pages',
        },
        {
          displayName: 'Max Pages',
          name: 'maxRequests',
          type: 'number',
          default: 100,
          displayOptions: { show: { limitPagesFetched: [true] } },
        },
        {
          displayName: 'Interval Between Requests (ms)',
          name: 'requestInterval',
          type: 'number',
          default: 0,
          typeOptions: { minValue: 0 },
          displayOptions: pages,
          description: 'Time between two pages in milliseconds. 0 for none.',
        },
      ],
    },
  ],
};
