// The REST call that converts a curl command to parameters of an HTTP Request node.
import { Type } from 'typebox';
import { route } from './route.ts';

/** Codes of notices about a command. */
const curlNoticeCodes = [
  'CREDENTIAL_NEEDED',
  'FILE_NEEDED',
  'SHELL_VALUES',
  'OPTIONS_LEFT_OUT',
  'HEADERS_LEFT_OUT',
  'PART_TYPES_LEFT_OUT',
  'ADDRESSES_LEFT_OUT',
  'METHOD_UNUSUAL',
  'TIME_LIMIT',
] as const;

export type CurlNoticeCode = (typeof curlNoticeCodes)[number];

/**
 * A flat map. `parameters.<path>` contains the node's parameters, with lists by index (`parameters.headerParameters.parameters.0.name`);
 * `notices.<index>.code` (one of `curlNoticeCodes`) and `notices.<index>.message` describe parts that were left out or need manual set-up.
 */
const curlParametersSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const curlRoutes = {
  convert: route({
    method: 'POST',
    path: '/curl-to-json',
    access: 'curl:convert',
    summary: 'Returns the parameters of an HTTP Request node (version 4) equivalent to a curl command, as a flat map',
    body: Type.Object({ curlCommand: Type.String() }),
    response: curlParametersSchema,
  }),
};

export type CurlParameters = Type.Static<typeof curlParametersSchema>;
