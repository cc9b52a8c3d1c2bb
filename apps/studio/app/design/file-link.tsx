/** Saves a file of rows that the server makes; the browser sends the session along. */
export function FileLink({
  href,
  label = 'CSV',
}: {
  readonly href: string;
  readonly label?: string;
}) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-8 items-center rounded-full border border-field bg-sheet px-3 text-small font-semibold hover:bg-shade"
    >
      {label}
    </a>
  );
}
