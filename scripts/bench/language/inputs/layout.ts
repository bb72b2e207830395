/** A part of a text, in UTF-16 units from its beginning; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One property of an object to be written. What a fault needs to be wrong can be wrong. */
export interface Entry {
  /** The key as it stands in the text, quotes included. */
  key: string;
  colon: string;
  /** JSON text, or the properties of an object. */
  value: string | Entry[];
  /** What follows the value if it is not the last. */
  comma: string;
}

/** Where the parts of a property stand in the text. */
export interface EntryPlace {
  readonly key: Span;
  readonly value: Span;
}

/** A text, and where each of its properties is. */
export interface Written {
  readonly text: string;
  readonly placeOf: (entry: Entry) => EntryPlace;
}

/** A property like any other. */
export function entry(name: string, value: unknown): Entry {
  return {
    key: JSON.stringify(name),
    colon: ": ",
    value:
      typeof value === "string"
        ? JSON.stringify(value)
        : Array.isArray(value)
          ? (value as Entry[])
          : JSON.stringify(value),
    comma: ",",
  };
}

/** Writes an object as editors format it, two spaces a level. */
export function write(root: readonly Entry[], heading = ""): Written {
  const places = new Map<Entry, EntryPlace>();
  let text = heading;
  const writeObject = (entries: readonly Entry[], indentation: string): void => {
    text += "{";
    for (const [index, each] of entries.entries()) {
      text += `\n${indentation}  `;
      const keyStart = text.length;
      text += each.key;
      const key = { start: keyStart, end: text.length };
      text += each.colon;
      const valueStart = text.length;
      if (typeof each.value === "string") text += each.value;
      else writeObject(each.value, `${indentation}  `);
      places.set(each, { key, value: { start: valueStart, end: text.length } });
      if (index < entries.length - 1) text += each.comma;
    }
    text += `\n${indentation}}`;
  };
  writeObject(root, "");
  text += "\n";
  return {
    text,
    placeOf: (wanted) => {
      const place = places.get(wanted);
      if (!place) throw new Error(`The text has no property ${wanted.key}.`);
      return place;
    },
  };
}
