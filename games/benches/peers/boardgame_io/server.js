// A match of five hidden hands on boardgame.io, as small as a game can be: the one whose turn it is
// plays a card onto a board and draws another. Serves on this machine's own address alone.
const { Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const CARDS = 60;
const CELLS = 45;
const HAND = 6;

const game = {
  name: "hands",
  minPlayers: 5,
  maxPlayers: 5,
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: PlayerView.STRIP_SECRETS, // takes out `secret`, and of `players` all but one's own

  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()].map((card) => `card-${card}`));
    const players = {};
    for (const seat of ctx.playOrder) players[seat] = { hand: deck.splice(0, HAND) };
    const seats = ctx.playOrder.map((seat) => ({ name: `bench${seat}`, cards: HAND, score: 0 }));
    const board = [...Array(CELLS).keys()].map((cell) => ({ cell, card: null, by: null }));
    return { board, seats, players, secret: { deck } };
  },

  moves: {
    play: {
      client: false,
      redact: true,
      move: ({ G, playerID }, index, cell) => {
        const { hand } = G.players[playerID];
        const [card] = hand.splice(index, 1);
        if (G.board[cell].card !== null) G.secret.deck.unshift(G.board[cell].card);
        G.board[cell] = { cell, card, by: playerID };
        G.seats[playerID].score += 1;
        hand.push(G.secret.deck.pop());
      },
    },
  },
};

const server = Server({ games: [game], origins: [] }); // its storage is memory
server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } });
