// The number of newer versions as the sidebar shows it.
const MOST = 99;

export const updatesBadge = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
