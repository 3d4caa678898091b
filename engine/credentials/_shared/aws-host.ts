// Derives service and region from the host names of AWS.
import type { AwsScope } from './aws-signature.ts';

/** Stands for the region of the credential in the host of a request that is not signed yet. */
const OWN_REGION = 'own-region';

/** Returns the origin of a service of AWS. Without a region, it gets that of the credential when the request is signed. */
export function awsOrigin(service: string, region = OWN_REGION): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** Returns the URL with the region of the credential, if it was left open. */
export function withOwnRegion(url: string, region: string): string {
  const open = awsOrigin('', OWN_REGION).replace('https://', '');
  const { host } = new URL(url);
  return host.endsWith(open) ? url.replace(host, new URL(awsOrigin(host.slice(0, -open.length), region)).host) : url;
}

/** Service names in signatures that differ from those in host names. */
const signingNames: Readonly<Record<string, string>> = {
  'appsync-api': 'appsync',
  'bedrock-agent': 'bedrock',
  'bedrock-agent-runtime': 'bedrock',
  'bedrock-runtime': 'bedrock',
  email: 'ses',
  'lambda-url': 'lambda',
  marketplace: 'aws-marketplace',
  queue: 'sqs',
  's3-accesspoint': 's3',
  's3-control': 's3',
  transcribestreaming: 'transcribe',
};

const regionName = '[a-z]{2}(?:-[a-z]+)+-\\d+';
const isRegion = new RegExp(`^${regionName}$`);
/** Older hosts of S3, such as s3-eu-west-1.amazonaws.com. */
const s3WithRegion = new RegExp(`^s3-(${regionName})$`);

/** Returns undefined if the host does not belong to a service of AWS. `ownRegion`: region of S3 hosts that contain none. */
export function awsScopeOf(host: string, ownRegion: string): AwsScope | undefined {
  const [, name, isChinese] = /^(.+?)(?:\.vpce)?\.(?:amazonaws\.com(\.cn)?|api\.aws|on\.aws)$/.exec(host.toLowerCase()) ?? [];
  if (name === undefined) return undefined;
  // Names of resources such as buckets precede the service.
  const labels = name.split('.').filter((label) => label !== 'dualstack');
  const [last = '', before = '', first] = labels.toReversed();
  const s3Region = s3WithRegion.exec(last)?.[1];
  if (s3Region !== undefined) return { service: 's3', region: s3Region };
  if (isRegion.test(last)) return before === '' ? undefined : { service: signingName(before, first !== undefined), region: last };
  // Some services put the region first, as in name.eu-west-1.es.amazonaws.com.
  if (isRegion.test(before)) return { service: signingName(last, false), region: before };
  const service = signingName(last, false);
  if (service === 's3') return { service, region: ownRegion };
  // Global services have no region in their host.
  return { service, region: isChinese === undefined ? 'us-east-1' : 'cn-north-1' };
}

function signingName(label: string, hasResource: boolean): string {
  const name = label.replace(/-fips$/, '');
  // Devices publish to hosts of their account; the host `iot` is the control plane.
  if (name === 'iot' && hasResource) return 'iotdata';
  return Object.hasOwn(signingNames, name) ? (signingNames[name] ?? name) : name;
}
