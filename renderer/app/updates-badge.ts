// How many versions are newer, as the sidebar shows it.
const MOST = 99;

export const updatesBadge = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
