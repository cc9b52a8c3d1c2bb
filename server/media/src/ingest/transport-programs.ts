import { open } from 'node:fs/promises';

/**
 * The programmes of an MPEG transport stream (ISO/IEC 13818-1, 2.4.4): recordings of a whole
 * multiplex hold several, and the sound of one does not belong to the pictures of another.
 */

const PACKET = 188;
const SYNC_BYTE = 0x47;
const PAT_PID = 0;
const PMT_TABLE = 2;

/** What is read of a recording to find its programmes: their tables come ten times a second. */
const HEAD_BYTES = 512_000;

/** The programmes of a file. Answers as {@link programsOf}. */
export async function readPrograms(file: string): Promise<ReturnType<typeof programsOf>> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    return programsOf(head.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/**
 * The PIDs of the streams of each programme, by its number; empty for another file. Tables that do
 * not fit into one packet are left out.
 */
export function programsOf(head: Buffer): ReadonlyMap<number, ReadonlySet<number>> {
  const tables = new Map<number, number>();
  const programs = new Map<number, ReadonlySet<number>>();
  const first = head.indexOf(SYNC_BYTE);
  for (const size of [PACKET, PACKET + 4]) {
    for (let at = first; at >= 0 && at + PACKET <= head.length; at += size) {
      if (head[at] !== SYNC_BYTE) break;
      const pid = head.readUInt16BE(at + 1) & 0x1fff;
      if (pid !== PAT_PID && !tables.has(pid)) continue;
      const section = sectionOf(head.subarray(at, at + PACKET));
      if (!section) continue;
      if (pid === PAT_PID)
        for (const [table, number] of readPat(section)) tables.set(table, number);
      else if (section[0] === PMT_TABLE) programs.set(tables.get(pid) ?? 0, readPmt(section));
    }
  }
  return programs;
}

/** The table that begins in a packet, without its checksum. */
function sectionOf(packet: Buffer): Buffer | undefined {
  const begins = ((packet[1] ?? 0) & 0x40) !== 0;
  const control = ((packet[3] ?? 0) >> 4) & 3;
  if (!begins || (control & 1) === 0) return undefined;
  const payload = 4 + (control === 3 ? 1 + (packet[4] ?? 0) : 0);
  const start = payload + 1 + (packet[payload] ?? 0);
  if (start + 3 > packet.length) return undefined;
  const end = start + 3 + (packet.readUInt16BE(start + 1) & 0xfff) - 4;
  return end > start + 8 && end <= packet.length ? packet.subarray(start, end) : undefined;
}

function readPat(section: Buffer): [number, number][] {
  const entries: [number, number][] = [];
  for (let at = 8; at + 4 <= section.length; at += 4) {
    const number = section.readUInt16BE(at);
    if (number !== 0) entries.push([section.readUInt16BE(at + 2) & 0x1fff, number]);
  }
  return entries;
}

function readPmt(section: Buffer): Set<number> {
  const pids = new Set<number>();
  if (section.length < 12) return pids;
  let at = 12 + (section.readUInt16BE(10) & 0xfff);
  while (at + 5 <= section.length) {
    pids.add(section.readUInt16BE(at + 1) & 0x1fff);
    at += 5 + (section.readUInt16BE(at + 3) & 0xfff);
  }
  return pids;
}
