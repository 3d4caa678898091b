// /rest/curl-to-json
import { curlRoutes } from '../../contract/rest/curl.ts';
import type { CurlService } from '../../services/curl/index.ts';
import type { Mount } from '../mount.ts';

export function mountCurl(mount: Mount, curl: CurlService): void {
  mount(curlRoutes.convert, ({ body }) => curl.convert(body.curlCommand));
}
