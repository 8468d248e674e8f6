let readId: string | null = null;

/** Notes whose messages are in front of the member's eyes; null when none are. */
export const noteReading = (userId: string | null): void => {
  readId = userId;
};

/** Whether what arrives from a member is read at once. */
export const isBeingRead = (userId: string): boolean => readId === userId;
