/** Copies a text. Answers false where the browser refuses, or where `navigator.clipboard` is missing, as on plain HTTP. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
