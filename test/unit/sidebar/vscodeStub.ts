/** As much of VS Code as the tree's own code uses: values that can be compared, and events. */
export class Disposable {
  public constructor(private readonly end: () => void) {}
  public static from(...parts: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }
  public dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  public readonly event = (listener: (value: T) => void): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  public fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  public dispose(): void {
    this.listeners.clear();
  }
}

class TreeItem {
  public constructor(
    public label: string,
    public collapsibleState = 0,
  ) {}
}

class ThemeColor {
  public constructor(public readonly id: string) {}
}

class ThemeIcon {
  public constructor(
    public readonly id: string,
    public readonly color?: ThemeColor,
  ) {}
}

class FileDecoration {
  public constructor(
    public readonly badge: string,
    public readonly tooltip: string,
  ) {}
}

class Uri {
  private constructor(private readonly text: string) {}
  public static parse(text: string): Uri {
    return new Uri(text);
  }
  public static from({ scheme, path, query }: Readonly<Record<"scheme" | "path" | "query", string>>): Uri {
    return new Uri(`${scheme}:${path}?${query}`);
  }
  public get path(): string {
    return this.text;
  }
  public toString(): string {
    return this.text;
  }
}

export const vscodeStub = {
  Disposable,
  EventEmitter,
  FileDecoration,
  TreeItem,
  ThemeColor,
  ThemeIcon,
  Uri,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  env: { language: "en" },
  workspace: { isTrusted: true },
};
