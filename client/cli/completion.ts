import type { Command, Option } from "commander";

/** The shells there are completions for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Options whose value is a file or a folder. */
const FILE = /^<(?:file|folder)>$/;

/** The completion script of a shell, made from the commands and their options. */
export function completion(program: Command, shell: Shell): string {
  return { bash, zsh, fish }[shell](program);
}

function flagsOf(command: Command): readonly string[] {
  return [...command.options.flatMap(({ short, long }) => [short, long]), "--help"].filter(
    (flag) => flag !== undefined,
  );
}

function bash(program: Command): string {
  const cases = program.commands.map((command) => {
    const words = [...flagsOf(command), ...argumentChoices(command)].join(" ");
    const values = command.options.flatMap((option) =>
      option.argChoices ? [`${option.long ?? ""}) words=${quote(option.argChoices.join(" "))} ;;`] : [],
    );
    return `    ${command.name()})
      words=${quote(words)}
      case "$before" in
        ${[...values, "*) ;;"].join("\n        ")}
      esac ;;`;
  });
  return `# Completion of vaultconn for bash: source <(vaultconn completion bash)
_vaultconn() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${quote([...program.commands.map((command) => command.name()), "--help", "--version"].join(" "))}
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _vaultconn vaultconn
`;
}

function zsh(program: Command): string {
  const named = program.commands
    .map((command) => `      ${quote(`${command.name()}:${command.summary()}`)}`)
    .join("\n");
  const cases = program.commands.map((command) => {
    const options = command.options.map((option) => `        ${quote(zshOption(option))}`);
    const choices = argumentChoices(command);
    const rest = choices.length > 0 ? `1:value:(${choices.join(" ")})` : "*:file:_files";
    return `    ${command.name()})\n      _arguments \\\n${[...options, `        ${quote(rest)}`].join(" \\\n")} ;;`;
  });
  return `#compdef vaultconn
# Completion of vaultconn for zsh: source <(vaultconn completion zsh)
_vaultconn() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${named}
    )
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
compdef _vaultconn vaultconn
`;
}

function zshOption({ long, description, argChoices, flags }: Option): string {
  const text = description.replace(/[[\]:]/g, " ");
  const value = /[<[].*$/.exec(flags)?.[0];
  if (value === undefined) return `${long ?? ""}[${text}]`;
  return `${long ?? ""}[${text}]:value:${argChoices ? `(${argChoices.join(" ")})` : FILE.test(value) ? "_files" : " "}`;
}

function fish(program: Command): string {
  const lines = program.commands.flatMap((command) => {
    const name = command.name();
    const within = `-n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c vaultconn -n __fish_use_subcommand -f -a ${name} -d ${quote(command.summary())}`,
      ...command.options.map(({ long, short, description, argChoices, flags }) => {
        const value = /[<[].*$/.exec(flags)?.[0];
        const takes =
          value === undefined
            ? ""
            : argChoices
              ? ` -x -a ${quote(argChoices.join(" "))}`
              : FILE.test(value)
                ? " -r -F"
                : " -x";
        return `complete -c vaultconn ${within}${short ? ` -s ${short.slice(1)}` : ""} -l ${(long ?? "").slice(2)}${takes} -d ${quote(description)}`;
      }),
      ...(argumentChoices(command).length > 0
        ? [`complete -c vaultconn ${within} -f -a ${quote(argumentChoices(command).join(" "))}`]
        : []),
    ];
  });
  return `# Completion of vaultconn for fish: vaultconn completion fish | source\n${lines.join("\n")}\n`;
}

function argumentChoices(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

/** A word of a shell in which nothing is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
