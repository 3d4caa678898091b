// Messages for users that explain the HTTP status of a rejected request.

/** Messages by status. */
export const statusMeanings: Readonly<Record<number, string>> = {
  400: 'Bad request - please check your parameters',
  401: 'Authorization failed - please check your credentials',
  402: 'Payment required - perhaps check your payment details?',
  403: 'Forbidden - perhaps check your credentials?',
  404: 'The resource you are requesting could not be found',
  405: 'Method not allowed - please check you are using the right HTTP method',
  409: 'The service refused the request because of a conflict with its current state',
  422: 'Your request is invalid or could not be processed by the service',
  429: 'The service is receiving too many requests from you',
  500: 'The service was not able to process your request',
  502: 'Bad gateway - the service failed to handle your request',
  503: 'Service unavailable - try again later or consider setting this node to retry automatically (in the node settings)',
  504: 'Gateway timed out - perhaps try again later?',
};
