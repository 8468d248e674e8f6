/** Migrations that the rules refuse, but that stay, each with the reason. */
export const exempted: Readonly<Record<string, string>> = {};
