/** The size of the filled part of a `slider`, up to the middle of its thumb (1 rem wide). */
export const sliderFill = (part: number): string => {
  const share = Math.min(1, Math.max(0, part));
  return `calc(${share} * (100% - 1rem) + 0.5rem) 0.25rem, 100% 0.25rem`;
};
