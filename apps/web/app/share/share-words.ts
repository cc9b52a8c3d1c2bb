/** WhatsApp with a message that names the title; it shows the picture of the linked page. */
export function whatsAppAddress(title: string, url: string): string {
  return `https://wa.me/?${new URLSearchParams({ text: `${title}\n${url}` })}`;
}
