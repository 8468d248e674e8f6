/** Classes of the six note colors: a filled area with text, and a dot on a card. In dark mode, areas are dark. */
const colors = [
  { area: 'bg-note-1 dark:bg-face-1 text-face-ink', dot: 'bg-face-1-shape dark:bg-note-1' },
  { area: 'bg-note-3 dark:bg-face-3 text-face-ink', dot: 'bg-face-3-shape dark:bg-note-3' },
  { area: 'bg-note-5 dark:bg-face-5 text-face-ink', dot: 'bg-face-5-shape dark:bg-note-5' },
  { area: 'bg-note-6 dark:bg-face-6 text-face-ink', dot: 'bg-face-6-shape dark:bg-note-6' },
  { area: 'bg-note-4 dark:bg-face-4 text-face-ink', dot: 'bg-face-4-shape dark:bg-note-4' },
  { area: 'bg-note-2 dark:bg-face-2 text-face-ink', dot: 'bg-face-2-shape dark:bg-note-2' },
] as const;

/** Returns the color of a category. Ids are consecutive integers, so neighbors differ, and a new name keeps the color. */
export const categoryColor = (categoryId: number) => colors[(categoryId - 1) % colors.length] ?? colors[0];
