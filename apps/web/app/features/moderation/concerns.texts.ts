/** The beginning of an answer. Moderators complete it before they send it. */
export const answerTemplate = ({ name, receipt }: { name: string | null; receipt: string }): string =>
  `Dear ${name ?? 'sender'},

thank you for your concern ${receipt}. People, not programs, have looked into it.

Our decision: 

The reasons: `;
