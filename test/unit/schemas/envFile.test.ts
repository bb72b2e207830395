import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { placeOfEnvFile, readEnvFile } from "../../../schemas/envFile.js";
import { variablePlaces } from "../../../server/src/symbols/fileSymbols.js";

function read(text: string): { readonly values: object; readonly fault: string | undefined } {
  const { variables, fault } = readEnvFile(text);
  const shown = (value: (typeof variables)[number]["value"]) => (typeof value === "object" ? [value.kind] : value);
  return {
    values: Object.fromEntries(variables.map(({ name, value }) => [name, shown(value)])),
    fault: fault && `${fault.kind} ${fault.line}`,
  };
}

describe("a variable of a .env file", () => {
  it.each([
    ["P=abc #comment", "abc"],
    ["P='abc' # it's", "abc"],
    ["  export P = x  ", "x"],
    ["P=", ""],
    ['P=""', ""],
    ["P==a=b==", "=a=b=="],
    ["P=https://a.example/?a=1&b=2", "https://a.example/?a=1&b=2"],
    ["P=two words", "two words"],
    ["P=a!%{,}é", "a!%{,}é"],
    ["P=' a '", " a "],
    ['P="it\'s #1"', "it's #1"],
    ["P='say \"hi\" pa$$word ${X} `x` \\n DOMAIN\\user'", 'say "hi" pa$$word ${X} `x` \\n DOMAIN\\user'],
    ['P="-----BEGIN\r\nAA==\r\n-----END"\r\n', "-----BEGIN\nAA==\n-----END"],
    ["P='a\n# b\n\nQ=c'", "a\n# b\n\nQ=c"],
    ["P=same\nP='same'", "same"],
  ])("is what all programs read alike: %j", (text, value) => {
    expect(read(text)).toEqual({ values: { P: value }, fault: undefined });
  });

  it.each([
    "P=abc#def",
    "P=https://a.example/x#token=1",
    "P=#abc",
    "P= # abc",
    "P=abc\t# d",
    "P='a'#b",
    'P="a"b',
    'P=a"b"',
    'P={"a":1}',
    "P=it's",
    "P='it'\\''s'",
    "P=`a`",
    "P=pa$$word",
    'P="$HOME/x"',
    "P=${X}",
    "P=DOMAIN\\user",
    'P="a\\nb"',
    "P=a Q=b",
    "P=a;",
    "P=a; export P",
    "P=a && export P",
    "P=a\u00a0",
    "P=\ta",
    "P=-----BEGIN X-----\nAA==",
  ])("can't be read if programs read it differently: %j", (text) => {
    expect(read(`A=1\n${text}\nZ=2`)).toMatchObject({ values: { A: "1", P: ["ambiguous"], Z: "2" }, fault: undefined });
  });

  it.each(["P=old\nP=new", "P=old\nP=new\nP=old", "P=\nexport P=new", "P=old\nP=$NEW"])(
    "can't be read if it has several values: %j",
    (text) => {
      expect(read(`A=1\n${text}\nZ=2`)).toMatchObject({
        values: { A: "1", P: ["repeated"], Z: "2" },
        fault: undefined,
      });
    },
  );

  it.each(["P=a\\", "P=C:\\a b\\ # note"])("can't be read if it ends with a backslash: %j", (text) => {
    expect(read(`A=1\n${text}\nZ=2`)).toMatchObject({ values: { A: "1", P: ["backslash"], Z: "2" }, fault: undefined });
  });

  it.each([
    ["P=-----BEGIN\nMIIE\n-----END", "not-a-variable 3"],
    ["P: x", "not-a-variable 2"],
    ["P", "not-a-variable 2"],
    ["set P=x", "not-a-variable 2"],
    ["# a\n\ufeffP=x", "not-a-variable 3"],
    ['A="oops\nP=right\nC="x"', "unclear-end 2"],
    ['P="say \\"hi\\" now"', "unclear-end 2"],
    ["P='a\\'", "backslash 2"],
    ['P="a\\" # note', "backslash 2"],
    ["P='a\\'b", "unclear-end 2"],
    ["\nP='a\nb", "unclear-end 3"],
    ["P=a\rQ=b", "control 2"],
    ["# a\rQ=b", "control 2"],
    ["P=a\0", "control 2"],
    ["P='a\u2028b'", "control 2"],
  ])("can't be read if it's unclear where values end: %j", (text, fault) => {
    expect(read(`A=1\n${text}`).fault).toBe(fault);
  });
});

describe("the variables of a .env file", () => {
  it("exclude names that no reference can use", () => {
    const document = TextDocument.create("file:///.env", "dotenv", 1, "1A=x\nA B=y\n=z\nnothing\nC=1\r\nD = 2");
    expect(variablePlaces(document).map((place) => place.name)).toEqual(["C", "D"]);
  });
});

it.each([
  [".env", "/own", ".env"],
  ["${workspaceFolder}/.env", "/own", ".env"],
  ["${workspaceRoot}/.env", "/own", ".env"],
  ["${workspaceFolder}\\config\\.env", "/own", "config/.env"],
  ["config\\.env", "/own", "config/.env"],
  ["${workspaceFolder}//.env", "/own", ".env"],
  ["${workspaceFolder}/../.env", "/own", "../.env"],
  ["${workspaceFolder:web api}/.env", "/folders/api", ".env"],
  ["./${workspaceFolder}/.env", "/own", "./${workspaceFolder}/.env"],
  ["~/.env", "/own", "~/.env"],
  ["${workspaceFolder:gone}/.env"],
  ["${workspaceFolder}.env"],
  ["${userHome}/.env"],
  ["${env:HOME}/.env"],
  ["${workspacefolder}/.env"],
])("a setting of %s is looked up where other settings would be", (setting, folder?: string, path?: string) => {
  const folders = [
    { name: "own", path: "/own" },
    { name: "web api", path: "/folders/api" },
  ];
  expect(placeOfEnvFile(setting, "/own", folders)).toEqual(folder === undefined ? undefined : { folder, path });
});
