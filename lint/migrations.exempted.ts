/**
 * Migrations that the rules refuse and that stay all the same, each with its reason. Those up to `0024` landed before the first
 * release: no community with large tables has them still to come.
 */
export const exempted: Readonly<Record<string, string>> = {
  '0001_members': 'Landed before the first release: an index of members, of whom there were few.',
  '0006_one-account-per-provider':
    'Landed before the first release: the one index takes the place of the other, and double accounts go before it.',
  '0008_forget-provider-tokens': 'Landed before the first release: tokens of providers were to be gone at once.',
  '0010_awards-by-occasion': 'Landed before the first release: an index of a column that is new and empty.',
  '0013_leaderboard': 'Landed before the first release: standings are counted from the ledger in one statement.',
  '0016_gates-lists-and-invitations': 'Landed before the first release: the waiting list is no large table.',
  '0017_audit-suspensions-and-daily-figures':
    'Landed before the first release: indexes of members come before the columns, so that members only wait to write.',
  '0018_moderation': 'Landed before the first release: what awaits review is gathered once, in one statement.',
  '0019_support-and-warnings': 'Landed before the first release: an index of posts without comments.',
  '0020_moderation_figures': 'Landed before the first release: cases are opened by people, there are never very many.',
  '0021_account-security': 'Landed before the first release: an index of a column that is new and empty.',
  '0022_beginning-of-email': 'Landed before the first release: an index of members, of whom there were few.',
  '0023_leaving': 'Landed before the first release: an index of a column that is new and empty.',
  '0024_notifications-and-polls': 'Landed before the first release: a check of a column that is new and empty.',
  '0030_one-search-table':
    'Landed before the first release: no server of an earlier version uses the tables of the old search.',
};
