// Three properties, of which the last one fails.
module top(input clk, input a, output reg x, output reg y);
  initial x = 0; initial y = 1;
  always @(posedge clk) begin x <= a; y <= !a; end
  always @(*) assert (x != y);
  always @(*) assert (!(x && y));
  always @(*) assert (!x);
endmodule
