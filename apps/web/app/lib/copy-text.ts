/** Copies a text. Returns false if the browser refuses, or on plain HTTP, where `navigator.clipboard` is missing. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
