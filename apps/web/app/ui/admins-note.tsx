/** Tells managers why a list that admins curate has no button to add something. */
export const AdminsNote = ({ noun }: { noun: string }) => (
  <p className="text-sm text-muted">Only admins can add {noun}.</p>
);
