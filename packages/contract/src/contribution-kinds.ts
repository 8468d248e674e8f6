type KindTexts = {
  /** Name in reports and decisions. */
  label: string;
  /** Reason for its points, if it earns any. */
  award?: string;
  /** In notifications to the author, if members react to it or comment on it. */
  owned?: string;
  /** In notifications to members who commented on it. */
  discussed?: string;
};

/** The kinds of contributions that members can report, with their names in texts. A new kind is added here. */
export const contributionKinds = {
  post: { label: 'Post', award: 'A post', owned: 'your post', discussed: 'a post you commented on' },
  comment: { label: 'Comment', award: 'A reply' },
  win: { label: 'Wellness win', award: 'A wellness win', owned: 'your wellness win' },
  note: { label: 'Gratitude note', award: 'A gratitude note' },
  recommendation: { label: 'Recommendation', owned: 'your recommendation' },
  meditation_comment: { label: 'Comment on a meditation', award: 'A reply' },
} as const satisfies Record<string, KindTexts>;
export type ContributionKindName = keyof typeof contributionKinds;

/** Returns one text of each kind that has it, by the name of the kind. */
export const textsOfKinds = (text: keyof KindTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries<KindTexts>(contributionKinds).flatMap(([name, texts]) =>
      texts[text] === undefined ? [] : [[name, texts[text]]],
    ),
  );
