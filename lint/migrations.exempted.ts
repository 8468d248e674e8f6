/**
 * Migrations that the rules refuse, but that stay, each with the reason. They landed before the first release, so no
 * community with large tables still has to run them.
 */
export const exempted: Readonly<Record<string, string>> = {
  '0001_members': 'Landed before the first release: there were few members to index.',
  '0006_one-account-per-provider':
    'Landed before the first release: one index replaces the other, and duplicate accounts are deleted first.',
  '0008_forget-provider-tokens': 'Landed before the first release: provider tokens had to be deleted at once.',
  '0010_awards-by-occasion': 'Landed before the first release: indexes a new, empty column.',
  '0013_leaderboard': 'Landed before the first release: standings are counted from the ledger in one statement.',
  '0016_gates-lists-and-invitations': 'Landed before the first release: the waitlist is a small table.',
  '0017_audit-suspensions-and-daily-figures':
    'Landed before the first release: the indexes come before the columns, so that only writes have to wait.',
  '0018_moderation': 'Landed before the first release: collects the content under review once, in one statement.',
  '0019_support-and-warnings': 'Landed before the first release: there were few posts to index.',
  '0020_moderation_figures': 'Landed before the first release: members open cases by hand, so there are few.',
  '0021_account-security': 'Landed before the first release: indexes a new, empty column.',
  '0022_beginning-of-email': 'Landed before the first release: there were few members to index.',
  '0023_leaving': 'Landed before the first release: indexes a new, empty column.',
  '0024_notifications-and-polls': 'Landed before the first release: checks a new, empty column.',
  '0030_one-search-table': 'Landed before the first release: no earlier version in use has the old search tables.',
  '0031_ranks-are-counted': 'Landed before the first release: no earlier version in use counts approximate ranks.',
};
