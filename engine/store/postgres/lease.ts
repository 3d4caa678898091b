// The lease of a member, as statements see it. Their parameter $1 is the lease in milliseconds.

/** Milliseconds after which a lease that was not renewed expires. */
export const LEASE = 10_000;

/** Milliseconds since the epoch, by the clock of the database server. */
export const time = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** No lease can be renewed while the database server is down, so none expires right after it has started. */
export const hasExpired = `seen_at < ${time} - $1::bigint and extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000 > $1::bigint`;
